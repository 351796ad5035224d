// All scenarios, in one VS Code after another.
import './problems.mjs';
import './previews.mjs';
import './view.mjs';
import './hosts.mjs';
import './approval.mjs';
import './newSkill.mjs';
import './newcomer.mjs';
import './pictures.mjs';

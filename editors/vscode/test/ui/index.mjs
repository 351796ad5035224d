// All scenarios, in one VS Code, or in one of their own.
import './view.mjs';
import './hosts.mjs';
import './approval.mjs';
import './newSkill.mjs';
import './problems.mjs';
import './previews.mjs';
import './writing.mjs';
import './newcomer.mjs';
import './pictures.mjs';

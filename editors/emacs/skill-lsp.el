;;; skill-lsp.el --- skill-lsp for Eglot  -*- lexical-binding: t -*-

;; Put this file on the load path and (require 'skill-lsp); then M-x eglot in a SKILL.md.

(require 'eglot)

(defvar skill-lsp-command '("skill-lsp" "serve")
  "The server and its arguments.")

(add-to-list 'eglot-server-programs
             (cons '(markdown-mode gfm-mode markdown-ts-mode)
                   (lambda (&rest _) skill-lsp-command)))

(provide 'skill-lsp)
;;; skill-lsp.el ends here

;;; heddle-debug.el --- findings of Heddle in dap-mode, also backwards  -*- lexical-binding: t -*-
;;; Commentary:
;; M-x heddle-debug asks for a test that `heddle test' wrote. heddle-step-back and heddle-reverse-continue go
;; backwards; dap-next, dap-continue, … go forwards.
;;; Code:
(require 'dap-mode)

(defvar heddle-command "heddle" "The executable.")

(defun heddle--launch (conf)
  "Adds to the configuration CONF how the adapter is started."
  (plist-put conf :dap-server-path (list heddle-command "debug" "--dap")))

(dap-register-debug-provider "heddle" #'heddle--launch)

(defun heddle-debug (test)
  "Debugs the finding of TEST."
  (interactive "fTest: ")
  (dap-debug (list :type "heddle" :request "launch" :name (file-name-nondirectory test)
                   :test (expand-file-name test))))

(defun heddle-step-back (session)
  "Takes the thread of SESSION back to the line before."
  (interactive (list (dap--cur-session-or-die)))
  (dap--step "stepBack" session))

(defun heddle-reverse-continue (session)
  "Goes back in SESSION to a breakpoint, or to the start."
  (interactive (list (dap--cur-session-or-die)))
  (dap--step "reverseContinue" session))

(provide 'heddle-debug)
;;; heddle-debug.el ends here

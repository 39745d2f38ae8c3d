;;; emacs.el --- drives heddle debug --dap with dap-mode, which others wrote  -*- lexical-binding: t -*-
;; Usage: emacs --batch -l emacs.el HEDDLE TEST SOURCE LINE FAILING-LINE CONTRIB
(require 'package)
(package-initialize)
(setq lsp-log-io nil
      dap-auto-configure-features nil
      dap-auto-show-output nil)
(unless (require 'dap-mode nil t)
  (princ "no dap-mode\n")
  (kill-emacs 0))

(defun test-stop (line what)
  "Waits until the session stands in LINE, and the editor shows it; WHAT led there."
  (let ((until (+ (float-time) 30)) frame)
    (while (not (and (setq frame (dap--debug-session-active-frame (dap--cur-session)))
                     (eql (gethash "line" frame) line)))
      (when (> (float-time) until)
        (error "%s: the line is %s, not %s" what (and frame (gethash "line" frame)) line))
      (accept-process-output nil 0.05))
    (unless (eql (line-number-at-pos) line)
      (error "%s: the editor is in line %s" what (line-number-at-pos)))
    frame))

(defun test-value (session frame name)
  "Returns the value of the local variable NAME in FRAME."
  (let* ((scopes (gethash "scopes" (dap-request session "scopes" :frameId (gethash "id" frame))))
         (all (gethash "variables" (dap-request session "variables" :variablesReference
                                                (gethash "variablesReference" (elt scopes 0)))))
         (one (seq-find (lambda (v) (equal (gethash "name" v) name)) all)))
    (and one (gethash "value" one))))

(defun test-session (heddle test source line failing)
  "Goes back from the finding of TEST, in line FAILING, to a breakpoint in LINE, and on again."
  (setq heddle-command heddle)
  (find-file source)
  (forward-line (1- line))
  (dap-breakpoint-add)
  (heddle-debug test)
  (test-stop failing "launch")
  (let ((session (dap--cur-session)))
    (heddle-step-back session)
    (let ((value (test-value session (test-stop failing "a step back") "sum")))
      (unless (equal value "72") (error "`sum' is %s" value)))
    (heddle-reverse-continue session)
    (let ((value (test-value session (test-stop line "reverse-continue") "n")))
      (unless value (error "there is no `n'")))
    (dap-breakpoint-delete-all)
    (dap-continue session (dap--debug-session-thread-id session))
    (test-stop failing "continue")
    (dap-disconnect session)))

(pcase-let ((`(,heddle ,test ,source ,line ,failing ,contrib) command-line-args-left))
  (setq command-line-args-left nil)
  (condition-case problem
      (progn
        (load contrib nil t)
        (test-session heddle test source (string-to-number line) (string-to-number failing))
        (princ "fine\n"))
    (error (princ (format "%s\n" (error-message-string problem))))))

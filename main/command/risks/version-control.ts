// Bulk resets and removals by version control, and its hooks and tools.
import { each, type Dangers } from './danger.ts'

export const VERSION_CONTROL: Dangers = {
  git: [
    ['destructive', / (filter-branch|filter-repo|prune|prune-packed) /, null],
    ['destructive', / reset /, /^--(h|ha|har|hard|m|me|mer|merg|merge|k|ke|kee|keep)$/],
    ['destructive', / (checkout|restore) (\S+ )*(\.|\.\/|:\/|\*|:\S*|\.\.) /, null],
    ['destructive', / checkout /, /^--($|pathspec-from-file|ours|theirs|f$|fo|force)|^-f/],
    // A folder or a pattern, not one file.
    ['destructive', / restore (\S+ )*(\S*[*?[]\S*|\S+\/) /, null],
    // What was merged or picked so far is thrown away.
    ['destructive', / (merge|rebase|cherry-pick|revert|am) /, /^--(abort|skip|quit)$/],
    ['destructive', / sparse-checkout (set|reapply|disable) /, null],
    ['destructive', / config /, /^--(unset-all|remove-section|replace-all)$/],
    ['destructive', / restore /, /^(-W|-s.*|--worktree|--source.*|--pathspec-from-file.*)$/],
    ['destructive', / switch /, /^(-f|-C|--discard-changes|--force.*)$/],
    ['destructive', / branch /, /^(-[a-zA-Z]*[dDMCf]|--delete|--force|--move)$/],
    ['destructive', / tag /, /^(-[a-zA-Z]*[df]|--delete|--force)$/],
    ['destructive', / stash (drop|clear) /, null],
    ['destructive', / reflog (expire|delete) /, null],
    ['destructive', / gc /, /^--(prune|aggressive|pru|pr)/],
    ['destructive', / repack /, /^-[a-zA-Z]*[adA]/],
    ['destructive', / push /, /^(-[a-zA-Z]*[fd]|--for.*|--del.*|--mir.*|--prun.*)$/],
    ['destructive', / push (\S+ )*(\+\S|\+?:\S)/, null],
    // Over branches and tags of one's own.
    ['destructive', / (fetch|pull) (\S+ )*\+\S*:(?!refs\/remotes\/)/, null],
    ['destructive', / update-ref /, null],
    ['destructive', / checkout /, /^-[a-zA-Z]*B/],
    ['destructive', / submodule update /, /^(-f|--force)$/],
    ['destructive', / svn reset /, null],
    // Commits of a mailbox, by way of hooks; and hooks and a filter for every repository.
    ['opaque', / am /, null],
    ['opaque', / lfs (install|update) /, null],
    ['opaque', / maintenance (start|register) /, null],
    ['destructive', / worktree (remove|prune) /, null],
    ['destructive', / submodule deinit /, null],
    ['destructive', / remote (remove|rm|prune|set-url) /, null],
    ['destructive', / (symbolic-ref|replace|notes) /, /^(-d|--delete)$/],
    ['destructive', / notes (remove|prune) /, null],
    ['destructive', / (read-tree|checkout-index) /, /^(-[a-zA-Z]*[ufa]|--reset|--force|--all)$/],
    [
      'destructive',
      / (lfs prune|lfs migrate import|lfs migrate export|maintenance unregister|annex drop) /,
      null,
    ],
    [
      'opaque',
      / (difftool|mergetool|instaweb|daemon|gui|citool|http-backend|shell|credential|fast-import|send-email|rebase--\S+|submodule foreach) /,
      null,
    ],
    ['opaque', / (bisect run|hook run|for-each-repo) /, null],
    [
      'opaque',
      null,
      /^--(upload-pack|receive-pack|exec|ext-diff|open-files-in-pager|template|config-env|extcmd|tool|sequence-editor).*$/,
    ],
    [
      'opaque',
      / (clone|fetch|pull|push|archive|ls-remote|remote add|remote set-url|submodule add) (\S+ )*(ext::|fd::|-\S*)/,
      null,
    ],
    ['opaque', / clone /, /^(-c|--config|-u|--template.*)/],
    ['opaque', / (rebase|pull) /, /^(-x|--exec.*|-i|--interactive)$/],
  ],
  hg: [
    ['destructive', / (strip|purge|clean|rollback|histedit|prune|evolve|uncommit|absorb) /, null],
    ['destructive', / (revert|update|up|checkout|co) /, /^(-C|--clean|-a|--all|--discard|-f)$/],
    [
      'destructive',
      / (push|commit|bookmark|branch|tag) /,
      /^(-f|--force|--amend|-d|--delete|--remove|--close-branch)$/,
    ],
    ['opaque', null, /^(--config|--ssh|-e|--remotecmd|--rev.*hook)/],
    ['opaque', / (extdiff|serve|debug\S*) /, null],
  ],
  svn: [
    ['destructive', / (revert|cleanup|rm|remove|delete|del) /, null],
    [
      'opaque',
      null,
      /^--(diff-cmd|diff3-cmd|editor-cmd|config-option|config-dir|with-revprop|extensions)/,
    ],
  ],
  svnadmin: [['destructive', null, null]],
  jj: [
    [
      'destructive',
      / (abandon|restore|undo|op|operation|squash|workspace forget|bookmark delete|branch delete|rebase) /,
      null,
    ],
    ['destructive', / git push /, /^--(deleted|delete|all|force.*)/],
    ['opaque', null, /^--(config|config-toml|config-file|tool|editor)/],
    ['opaque', / (util exec|fix|run) /, null],
  ],
  fossil: [
    ['destructive', / (revert|clean|purge|scrub|undo|stash drop|close|rm) /, null],
    ['opaque', / (sql|sqlite|th-eval|server|ui|test-\S+) /, null],
  ],
  ...each('bzr brz', [['destructive', / (revert|clean-tree|uncommit|remove-tree) /, null]]),
  ...each('p4', [['destructive', / (revert|delete|obliterate|clean|reconcile) /, null]]),
  ...each('darcs', [['destructive', / (revert|obliterate|unpull|unrecord|unapply) /, null]]),
  sl: [['destructive', / (hide|uncommit|purge|clean|strip|unamend) /, null]],
  cvs: [['destructive', / (update|up|upd) /, /^-\w*C/]],
  dvc: [['destructive', / (gc|remove|destroy) /, null]],
  repo: [
    ['opaque', / forall /, null],
    ['destructive', / (sync|prune|abandon) /, null],
  ],
}

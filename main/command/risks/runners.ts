// Package runners: what fetches a program and runs it, by whatever name.
import { each, type Dangers } from './danger.ts'

export const RUNNERS: Dangers = {
  ...each('npm pnpm yarn bun', [
    ['opaque', / (exec|dlx|create|innit|explore) /, null],
    ['opaque', /^ x /, null],
    ['opaque', / init \S/, null],
    [
      'opaque',
      null,
      /^(--config\.(?:script-shell|node-options|userconfig)|--script-shell|--node-options|-c|--call|--package|-p|--shell|--userconfig|--globalconfig|--prefix=.*)(=|$)/,
    ],
    [
      'destructive',
      / (unpublish|deprecate|owner|dist-tag|access|token|team|org|profile|hook|logout) /,
      null,
    ],
    ['network', / (publish|unpublish|login|adduser|logout) /, null],
    [
      'opaque',
      / (i|in|install|add) .*(https?:|git\+|git:|github:|file:|\.tgz|@(https?|git))/,
      null,
    ],
    ['opaque', / (run|test|start|build) /, /^--script-shell/],
    ['opaque', / (config (set|edit|delete)|set|plugin import) /, null],
    ['opaque', / set-script /, null],
    // Scripts of packages run from then on.
    ['opaque', / (pm trust|approve-builds|rebuild \S) /, null],
    // Code from a registry that the words name, or a release of itself that they name.
    ['opaque', null, /^--(\S+:)?registry(=|$)/],
    ['opaque', / (policies set-version|set version) \S/, null],
    ['opaque', null, /^--preload(=|$)/],
    ['opaque', /^ (upgrade|self-update) /, null, /^-/],
    ['opaque', / (run|test|build) .*(https?:|npm:|jsr:|data:)/, null],
  ]),
  ...each(
    'npx bunx uvx pnpx dx dnx jbang coursier cs cpan cpanm cpanminus easy_install luarocks pear pecl quicklisp ros spago opam',
    [
      ['opaque', null, null],
      ['network', null, null],
    ],
  ),
  corepack: [['opaque', null, null]],
  ...each('volta fnm nvm asdf mise rtx pyenv rbenv nodenv', [
    ['opaque', / (run|exec|x|shell) /, null],
    ['network', / (install|use|global|upgrade) /, null],
  ]),
  ...each('uv hatch pdm rye poetry pipenv pixi', [
    [
      'opaque',
      / (tool run|tool install|x|run|runpip|inject|shell|exec|self|python install|publish) /,
      null,
    ],
    ['network', null, null],
    ['opaque', / (add|install|run|sync) .*(https?:|git\+|git@|\.whl|\.tar|\.zip)/, null],
    [
      'opaque',
      / (run|add|install) /,
      /^(--with.*|--from.*|--index.*|--extra-index.*|--default-index.*|-i|-f|--find-links.*|--git.*)$/,
    ],
    ['opaque', / (source|self|tool) (add|upgrade|update) /, null],
  ]),
  pipx: [
    ['opaque', null, null],
    ['network', null, null],
  ],
  ...each('pip pip3', [
    ['opaque', / (install|download|wheel) .*(https?:|git\+|\.whl|\.tar|\.zip|@)/, null],
    [
      'opaque',
      null,
      /^(--index-url|--extra-index-url|--proxy|-i|--global-option|--config-settings|--install-option|-f|--find-links|--trusted-host|--pre$)/,
    ],
    ['destructive', / uninstall /, null],
    ['opaque', / config (set|edit|unset) /, null],
  ]),
  ...each('conda mamba micromamba', [
    ['opaque', / run /, null],
    ['destructive', / (remove|uninstall|clean) /, null],
    ['opaque', / (https?|file):/, null],
    ['writes-outside', null, null],
  ]),
  deno: [
    [
      'opaque',
      / (run|eval|repl|serve|install|x|compile|test|bench|task|jupyter) .*(https?:|npm:|jsr:|data:)/,
      null,
    ],
    ['opaque', / (eval|repl|install|x|upgrade) /, null],
    ['opaque', null, /^(-A|--allow-all|--allow-run.*|--allow-ffi.*|--ext)$/],
    ['opaque', / - /, null],
  ],
  gem: [
    ['opaque', / exec /, null],
    ['network', / (push|yank|owner|signin) /, null],
    ['account', / owner /, /^(-a|--add|-r|--remove)/],
    ['destructive', / (yank|uninstall|cleanup) /, null],
    // It builds extensions by code of the package, for every program of this person.
    ['opaque', / (i|in|ins|inst|insta|instal|install|update|pristine) /, null],
    ['opaque', / install .*(https?:|\.gem )/, null],
    ['opaque', / install /, /^(-s|--source.*|--clear-sources|-P|--trust-policy.*)$/],
    ['opaque', / sources? /, /^(-a|--add.*)$/],
  ],
  bundle: [['opaque', / (exec|console|gem|plugin) /, null]],
  composer: [
    ['opaque', / (exec|global|create-project|run-script|x|create|self-?update) /, null],
    ['opaque', / config /, /^(-g|--global)$/],
  ],
  ...each('cabal nimble raco', [['opaque', / install \S/, null]]),
  stack: [['opaque', / (install|exec|runghc|script|upgrade) \S?/, null]],
  dub: [['opaque', / run \S/, null]],
  ...each('choco chocolatey winget scoop', [
    ['opaque', / (install|upgrade|import|update|bucket|source) /, null],
    ['destructive', / (uninstall|remove|cleanup) /, null],
  ]),
  ...each('nix nix-shell nix-env nix-build nixos-rebuild', [
    ['opaque', null, null],
    ['network', null, null],
  ]),
  ...each('nix-collect-garbage nix-store', [['destructive', null, null]]),
  brew: [
    [
      'opaque',
      / (install|reinstall|upgrade|sh|ruby|irb|tap|bundle|services|link|cask|edit) /,
      null,
    ],
    ['destructive', / (uninstall|remove|rm|cleanup|autoremove) /, null],
    ['writes-outside', null, null],
  ],
  ...each('docker podman nerdctl buildah', [
    [
      'opaque',
      / (run|exec|create|build|buildx|start|attach|load|import|plugin|swarm|stack|service|secret) /,
      null,
    ],
    // What a file of services holds is run, but for what only looks.
    [
      'opaque',
      / compose(?! ([\w./-]+\.ya?ml )?(ps|logs|ls|images|config|top|version|port|stats|events) )/,
      null,
    ],
    [
      'privileged',
      null,
      /^(--privileged|--cap-add.*|--pid(=.*)?|--device.*|--security-opt.*|--net(work)?=host|--userns=host|--ipc=host|-v.*|--volume.*|--mount.*)$/,
    ],
    [
      'destructive',
      / (rm|rmi|prune|kill|remove|down|leave|drain|reset|stop|rollback|restore) /,
      null,
    ],
  ]),
  ...each('docker-compose', [
    ['opaque', / (run|exec|up|build|create|start) /, null],
    ['destructive', / (down|rm|kill) /, null],
  ]),
  ...each('ctr crictl finch', [
    ['opaque', / (run|runp|exec|create|build|start|attach|load|import|compose) /, null],
    ['destructive', / (rm|rmp|rmi|stop|stopp|kill|prune|delete|remove|del) /, null],
  ]),
  ...each('vagrant multipass lxc incus virsh qemu limactl lima colima orb', [
    ['opaque', / (ssh|exec|up|provision|shell|launch|run|console) /, null],
    ['destructive', / (destroy|delete|undefine|purge) /, null],
  ]),
  streamlit: [['opaque', / run https?:/, null]],
  ...each('toolbox distrobox flatpak-spawn', [['opaque', null, null]]),
  ...each('act cookiecutter copier yo plop degit giget tiged', [
    ['opaque', null, null],
    ['network', null, null],
  ]),
  ...each('lerna nx turbo rush wireit', [
    ['opaque', / (exec|run-commands|dlx|run|affected) /, null],
  ]),
  ...each(
    'ansible ansible-pull ansible-playbook ansible-console salt salt-call puppet chef-client',
    [
      ['opaque', null, null],
      ['network', null, null],
    ],
  ),
  ...each('pre-commit husky lefthook lint-staged', [
    ['opaque', / (run|try-repo|install|autoupdate) /, null],
    ['opaque', null, null],
  ]),
}

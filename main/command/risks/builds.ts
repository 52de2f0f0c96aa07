// Build tools and compilers as interpreters: options that hold code, name a program or a plug-in to
// load, or take the rules of the build from elsewhere than the workspace.
import { each, type Danger, type Dangers } from './danger.ts'

const ELSEWHERE = / (\/dev\/|\/proc\/|-( |$))/
/** Where anybody may write, or what comes in: rules of a build that lie there are nobody's. */
const SHARED = String.raw`(~|/(tmp|var/tmp|dev|proc|run)(/|$))`
const ofShared = (short: string, long: string): readonly Danger[] => [
  ['opaque', null, new RegExp(`^(-[${short}]|--?(${long})=)${SHARED}`)],
  ['opaque', new RegExp(` ${SHARED}\\S* `), new RegExp(`^(-[a-zA-Z]*[${short}]|--?(${long}))$`)],
]
const compiler: readonly Danger[] = [
  [
    'opaque',
    null,
    /^-(wrapper|B.*|-?specs(=.*)?|-config(=.*)?|ivfsoverlay.*|-gcc-toolchain.*|-sysroot.*|fplugin(=|-).*|fuse-ld=.*|Xclang|plugin.*|load|iplugindir=.*|-ld-path=.*|-?-?ccbin.*|-?-?compiler-bindir.*|fpass-plugin=.*|no-canonical-prefixes)$/,
  ],
  ['opaque', null, /^-Wl,.*(plugin|dynamic-linker|--wrap)|^-Xlinker/],
  // What comes in, a file of options, a device: the code, or the options, are not in the words.
  ['opaque', / (-|@\S+|\/dev\/\S*|\/proc\/\S*) /, null],
]
const config: Danger = [
  'opaque',
  null,
  /^(-c|--config|--config-file|--rulesdir|--plugin|--plugins|--require|--import|--loader|-r|--resolve-plugins-relative-to|--parser)(=|$)/,
]
/** A formatter, a reporter or a list of tasks from elsewhere is a program. */
const loaded: Danger = [
  'opaque',
  null,
  /^(-f.*|--(format(ter)?|custom-formatter|reporter|gulpfile|gruntfile|base|tasks|custom-syntax)(=.*)?|-p)$/,
]

export const BUILDS: Dangers = {
  ...each('make gmake bmake pmake', [
    ...ofShared('CfI', 'directory|file|makefile|include-dir'),
    // Rules above the folder that it runs in.
    ['opaque', / \.\.\/\S* /, /^(-[a-zA-Z]*f|--file|--makefile)$/],
    ['opaque', null, /^(-[a-zA-Z]*f|--(make)?file=)\.\.\//],
    ['opaque', null, /^(-E.*|--ev\w*(=.*)?)$/],
    ['opaque', / (\/dev\/\S*|\/proc\/\S*|-) /, /^(-[a-zA-Z]*f.*|--file.*|--makefile.*)$/],
    ['opaque', null, /^(-f-|-f\/dev\/.*|--(make)?file=(-|\/dev\/.*|\/proc\/.*))$/],
    // What a variable is set to is read as rules are: it may run a program.
    ['opaque', / (\S*!=|\S*=.*(\$[({]|`))/, null],
    ['opaque', / (SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKE|CC|CXX|LD|AR|AS|RM|INSTALL)\s*[:+?]?=/, null],
  ]),
  ...each('gcc g++ cc c++ clang clang++ gfortran gdc gccgo gnat nvcc icc icx ifort', compiler),
  swiftc: [
    [
      'opaque',
      null,
      /^-(Xfrontend|Xcc|Xlinker|load-plugin.*|plugin-path|tools-directory|use-ld=.*)/,
    ],
    ['writes-inside', null, null],
  ],
  ...each('ld ld.bfd ld.gold ld.lld ld64.lld wasm-ld lld-link gold lld mold', [
    ['opaque', null, /^-+(plugin|load|T|dynamic-linker|script|fork-strategy|run)/],
    ['writes-inside', null, null],
  ]),
  // A preprocessor, a linker or a plug-in by name.
  ...each('ocamlc ocamlopt ocamlc.opt ocamlopt.opt ocamlfind ocamldep ocamldoc ocamlbuild', [
    ['opaque', null, /^-(pp|ppx|ppxopt|plugin|cc|ccopt|dllib|syntax|preprocessor|intf-.*|g|load)/],
    ['writes-inside', null, null],
  ]),
  rebar3: [
    ['opaque', / (shell|escriptize) /, null],
    ['opaque', null, /^--(eval|script)/],
  ],
  cmake: [
    ['opaque', null, /^-(P|E)/],
    [
      'opaque',
      null,
      /^-D.*(COMPILER|LAUNCHER|LINKER|TOOLCHAIN|PROGRAM|COMMAND|INCLUDE)\w*(:\w+)?=/,
    ],
    ['opaque', null, /^(--toolchain|-C|--preset|--build-tool)/],
    ...ofShared('SHfB', 'source|file'),
  ],
  ctest: [['opaque', null, /^-(S|SP|D|-script|-build-and-test)/]],
  meson: [
    ['opaque', null, /^--(native-file|cross-file|wrapper)/],
    ['opaque', / devenv /, null],
    ['opaque', / (test|introspect) /, /^--wrap/],
    ['opaque', null, /^--(ninja|vs|xcode)-args/],
  ],
  ninja: [['opaque', ELSEWHERE, /^-f/], ...ofShared('Cf', 'file')],
  ...each('bazel bazelisk buck buck2 pants', [
    ['opaque', / (run|repl) /, null],
    [
      'opaque',
      null,
      /^--(run_under|override_repository|workspace_status_command|shell_executable|bazelrc)/,
    ],
    ['destructive', / clean /, /^--expunge/],
  ]),
  ...each('gradle gradlew ./gradlew', [
    ['opaque', null, /^(-I|--init-script|-b|--build-file|-c|--settings-file|--include-build)/],
    ['opaque', null, /^-D(org\.gradle\.(java\.home|jvmargs|user\.home)|java\.home)/],
    ['opaque', / org\.gradle\.(java\.home|jvmargs|user\.home)=/, /^-D$/],
    ...ofShared('pg', 'project-dir|gradle-user-home'),
  ]),
  ...each('mvn mvnw ./mvnw', [
    // Settings name where code comes from.
    ['opaque', null, /^(-s|-gs|-t|-gt|--settings.*|--global-settings.*|--(global-)?toolchains.*)$/],
    ['opaque', / (exec|antrun|groovy|ant|dependency|wrapper|archetype):\S* /, null],
    // A plug-in by its address is fetched and run.
    ['opaque', / [^\s:]+:[^\s:]+:\S+ /, null],
    ['opaque', null, /^-D(exec|maven\.ext)/],
    ...ofShared('f', 'file'),
    ['network', / deploy /, null],
  ]),
  ant: [
    ['opaque', null, /^-(lib|main|listener|logger|propertyfile)/],
    ...ofShared('f', 'buildfile|file'),
    ['writes-inside', null, null],
  ],
  sbt: [['opaque', null, null]],
  rustc: [
    ['opaque', null, /^(-C?linker|-C|-Z|--codegen|-L)/],
    ['opaque', ELSEWHERE, null],
    ['opaque', / @\S/, null],
    ['opaque', null, /^--sysroot/],
  ],
  rustdoc: [['opaque', null, /^--?(test-runtool|test-builder|runtool|C|Z)/]],
  msbuild: [
    ['opaque', null, /^[-/](l|logger|dl|distributedlogger)[:=]/i],
    ['opaque', / \/(l|logger|dl|distributedlogger):/i, null],
    ['opaque', / [-/](p|property):Custom(Before|After)/i, null],
    ['writes-inside', null, null],
  ],
  javac: [
    ['opaque', null, /^-+(processor|processorpath|processor-path|Xplugin|J)/],
    ['opaque', / @\S/, null],
  ],
  java: [
    [
      'opaque',
      null,
      /^-(javaagent|agentlib|agentpath|XX:(On|Flags|VMOptions)|cp|classpath|-class-path|jar)/,
    ],
    ['opaque', / @\S/, null],
  ],
  ...each('tsc ts-node tsx', [['opaque', null, /^--?(plugins|require|import|r|loader)/]]),
  ...each('webpack rollup vite esbuild parcel swc babel mocha ava eslint prettier stylelint', [
    config,
    loaded,
  ]),
  ...each('gulp grunt', [loaded]),
  ...each('c8 nyc babel-node', [['opaque', null, /^(-e|--eval|-p|--print|-r|--require)/]]),
  ...each('jest vitest', [
    config,
    [
      'opaque',
      null,
      /^--(globalSetup|setupFiles\w*|runner|testRunner|reporters?|transform|environment|resolver|testEnvironment|projects|watchPlugins)/,
    ],
  ]),
  pytest: [
    [
      'opaque',
      null,
      /^(-p|-c|--rootdir|--confcutdir|--import-mode|-o|--override-ini|--pdbcls|--pyargs)/,
    ],
  ],
  ...each('tox nox invoke fab', [
    ['opaque', null, /^(-x|--override|-f|--noxfile|-c|--conf|--installpkg)/],
    ['network', null, null],
  ]),
  ...each('mypy pylint flake8', [
    [
      'opaque',
      null,
      /^--(config-file|load-plugins|init-hook|plugins|python-executable|rcfile|cache-dir)/,
    ],
  ]),
  ...each('just task', [
    [
      'opaque',
      null,
      /^(-f|--justfile|-t|--taskfile|--shell|-c|--command|--shell-arg|--dotenv-path|-d|--working-directory)/,
    ],
  ]),
  ...each('rake thor', [['opaque', null, /^(-e|-E|-f|-r|-R|-I|--execute|--rakefile|--require)/]]),
  scons: [['opaque', null, null]],
  ...each('dune stack cabal ghc', [
    ['opaque', / (exec|run|repl|utop|script|ghci) /, null],
    ['opaque', null, /^(-e|-F|-pgm.*|-fplugin.*)$/],
  ]),
  ...each('runghc runhaskell ghci', [['opaque', null, null]]),
  ...each('zig nim crystal dart swift kotlinc kotlin scala groovy', [
    ['opaque', / (run|eval|r|repl|script|build-exe) /, null],
    ['opaque', null, /^-(e|script|r|-eval)/],
  ]),
  ...each('flutter dotnet', [
    ['opaque', / (exec|fsi|script|run|tool) /, null],
    ['opaque', null, /^[-/]+(p|property|l|logger):(\S*\.dll|Custom(Before|After))/i],
  ]),
  go: [
    ['opaque', / (generate|tool) /, null],
    ['opaque', / env /, /^-w/],
    ['opaque', null, /^--?(toolexec|exec|vettool|overlay|ldflags|gcflags|asmflags|modfile|C)(=|$)/],
    ['opaque', / (run|install|get) .*@/, null],
    ['opaque', / run (\/|~|\.\.|https?:|[\w-]+\.\w+\/)/, null],
    ['destructive', / clean /, /^--?(cache|modcache|fuzzcache|testcache)/],
  ],
  cargo: [
    ['opaque', / (install|binstall|fix|script|expand|generate|shuttle|watch) /, null],
    ['opaque', null, /^(--config|-Z|-Zscript)/],
    ['opaque', / \+\S+ /, null],
    ['opaque', / rustc /, /^(-C|--codegen|-Z)/],
    ['network', / (publish|login|owner|yank|search) /, null],
    ['destructive', / (yank|owner) /, null],
    ['destructive', / clean /, /^--target-dir/],
  ],
  rustup: [
    ['opaque', / (run|toolchain link|self update|override) /, null],
    ['destructive', / (self uninstall|toolchain (uninstall|remove)) /, null],
    ['network', null, null],
    ['writes-outside', null, null],
  ],
}

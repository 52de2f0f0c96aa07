// Interpreters and shells that the table of `interpreters.ts` does not take apart: what they run is
// in their words, in a file or in what comes in, and an option more decides which.
import { each, type Danger, type Dangers } from './danger.ts'

const runs: readonly Danger[] = [['opaque', null, /^(?!--?(version|help|v|V|h)$)/]]
const always: readonly Danger[] = [['opaque', null, null]]

export const LANGUAGES: Dangers = {
  ...each(
    'nu xonsh elvish osh ysh oil ion es rc scsh murex yash posh oksh loksh hush sash lksh wsh',
    always,
  ),
  ...each(
    'ocaml ocamlrun utop sbcl clisp ecl ccl abcl lisp guile racket raco gracket mzscheme csi chicken-csi gosh chibi-scheme scheme',
    always,
  ),
  ...each(
    'erl escript werl iex gleam hy janet fennel bb clojure clj lein joker planck lumo nbb kawa gambit gsi picolisp newlisp',
    always,
  ),
  ...each(
    'octave octave-cli R r littler gnuplot maxima gp sage magma scilab scilab-cli matlab mathematica wolframscript root cling stata sas',
    always,
  ),
  ...each(
    'jshell jrunscript jjs bsh groovysh kotlin kscript ammonite amm scala-cli spark-shell pyspark ipython ptpython bpython pypy-c',
    always,
  ),
  ...each(
    'irb pry jirb psysh psql-shell lua5.1-shell luac moon moonrunner tcl tclkit wish expectk gjs cjs qjs d8 jsc rhino nashorn',
    always,
  ),
  ...each(
    'forth gforth pforth factor io iolang red rebol rexx regina pike raku perl6 rakudo swipl gprolog yap mercury tau-prolog',
    always,
  ),
  ...each(
    'txr bqn apl dyalog j jconsole k q kdb vvp iverilog ngspice qemu-x86_64 qemu-aarch64 wasmtime wasmer wasm3 wazero mono scriptcs',
    always,
  ),
  ...each(
    'csharprepl dotnet-script fsi fsharpi chakra hermes njs txiki tjs llrt bash-static rbash.real sudo_root ld-linux.so ld-linux-x86-64.so.2',
    always,
  ),
  mix: [
    [
      'opaque',
      / (run|eval|do|escript\.install|archive\.install|local\S*|release|phx\.server) /,
      null,
    ],
    ['opaque', null, /^-(e|r|-eval|-require)/],
    ['writes-inside', null, null],
  ],
  ...each('php-cgi php-fpm phar phpdbg', runs),
  ...each('tcc', [
    ['opaque', null, /^-(run|B|rdynamic)/],
    ['opaque', / (-|@\S+|\/dev\/\S*|\/proc\/\S*) /, null],
    ['writes-inside', null, null],
  ]),
}

// What can be asked of interpreters, compilers and package managers without running any code: which
// version they are.
import type { Family, Form } from './form.ts'
import { splitNames } from '../split-names.ts'

const version = (...options: readonly string[]): readonly Form[] =>
  options.map((option) => ({ options: option, operands: null, requiredOptions: [option] }))
const each = (names: string, forms: readonly Form[]): Family =>
  Object.fromEntries(splitNames(names).map((name) => [name, forms]))

export const RUNTIMES: Family = {
  ...each('node nodejs', version('--version', '-v')),
  ...each('python python3', version('--version', '-V', '-VV')),
  ...each('perl ruby php', version('--version', '-v')),
  ...each('lua luajit', version('-v')),
  ...each('gcc g++ cc c++ clang clang++ make gmake cmake ninja meson', version('--version')),
  ...each('bash dash zsh ksh', version('--version')),
  ...each('ghc ghci swift julia Rscript elixir', version('--version')),
}

// Entry of each file in out/main/quick.
import './quick-schemas.ts'

export { runProgram } from '../program.ts'

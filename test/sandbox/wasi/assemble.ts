// Turns WebAssembly text into modules, so that what the tests run can be read.
import openWabt from 'wabt'

const wabt = await openWabt()
const features = {
  threads: true,
  multi_memory: true,
  memory64: true,
  bulk_memory: true,
  reference_types: true,
  exceptions: true,
} as const

export function assemble(text: string): Uint8Array {
  const module = wabt.parseWat('test.wat', text, features)
  try {
    return new Uint8Array(module.toBinary({}).buffer)
  } finally {
    module.destroy()
  }
}

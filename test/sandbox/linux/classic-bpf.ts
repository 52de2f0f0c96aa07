// What the kernel would answer to a system call, by the rules of classic BPF.

const names: Readonly<Record<number, string>> = {
  0x7fff0000: 'allow',
  0x80000000: 'kill',
  0x50001: 'EPERM',
  0x50026: 'ENOSYS',
}

/**
 * `allow`, `kill`, the name of the error, or the raw answer. Throws on an instruction it does not
 * know.
 */
export function verdict(
  filter: Buffer,
  arch: number,
  call: number,
  args: readonly (number | bigint)[] = [],
): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call >>> 0, 0)
  data.writeUInt32LE(arch, 4)
  args.forEach((arg, at) => data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(arg)), 16 + 8 * at))
  let [at, a] = [0, 0]
  for (let steps = 0; steps < 5000; steps += 1) {
    const [code, approved, no] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
    ]
    const k = filter.readUInt32LE(at * 8 + 4)
    at += 1
    if (code === 0x20) a = data.readUInt32LE(k)
    else if (code === 0x54) a = (a & k) >>> 0
    else if (code === 0x15) at += a === k ? approved : no
    else if (code === 0x35) at += a >= k ? approved : no
    else if (code === 0x45) at += (a & k) !== 0 ? approved : no
    else if (code === 0x06) return names[k] ?? `0x${k.toString(16)}`
    else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('no end')
}

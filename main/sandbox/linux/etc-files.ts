// What a command has of /etc: files of this machine that programs need to start, and small ones of ours.
import { COMMAND_HOME } from '../command-environment.ts'

/**
 * For dynamic linking, Debian's alternatives, time zones, fonts, the start of a browser. Nothing that tells of people or machines.
 */
export const etcNeeded = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/magic',
  '/etc/mime.types',
  '/etc/fonts',
  '/etc/chromium.d',
] as const
export const etcFiles = {
  passwd: `gatehouse:x:1000:1000:Gatehouse:${COMMAND_HOME}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
  group: 'gatehouse:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
} as const
/** Beside a relay, whose name server hears which names are looked up, and knows none. */
export const lookupFiles = {
  'nsswitch-lookup.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  'resolv.conf': 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n',
} as const

// Words of the top bar's controls: stop everything, preset, guard, look of the rail.
const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

export const words = {
  panic: {
    press: 'Stop everything',
    stopped: 'Everything stopped',
    keys: 'Ctrl+Shift+.',
    title: 'Everything is stopped.',
    since: (time: string, surface: string) =>
      `Since ${time}, from ${surface}. No call of any agent, client, hook or command runs, and nothing begins.`,
    surfaces: { window: 'the window', browser: 'the browser', cli: 'the command line' },
    ended: (runs: number, held: number, leases: number) =>
      `Ended: ${many(runs, 'run')}, ${many(held, 'held call')}, ${many(leases, 'lasting answer')}.`,
    lift: 'Let calls run again…',
    liftTitle: 'Let calls run again?',
    close: 'Leave everything stopped',
    effect:
      'Agents, connected clients, hooks and the command line may ask for calls again, and every call is decided as before. What was ended stays ended, and lasting answers stay taken back.',
    next: 'Go on…',
    sure: 'Yes, let calls run again',
    proof: 'Gatehouse passphrase or one-time code',
    proofWhy: 'This takes the proof that you set up.',
    stay: 'Leave it stopped',
  },
  preset: {
    title: 'Preset',
    chip: (name: string) => `Preset: ${name}`,
    yours: 'Your own',
    unread: 'The presets could not be read.',
  },
  loosen: {
    title: 'Make this freer?',
    freer: 'More is let through than now:',
    proof: 'Gatehouse passphrase or one-time code',
    keep: 'Leave it as it is',
    sure: 'Yes, do it',
  },
  guard: {
    open: 'What the exfiltration guard does',
    onText:
      'The tools below are hidden from every agent and refused, and so is every other call that goes out. Tools that the policy exempts by name stay.',
    offText:
      'Outbound tools can be seen and asked for. Switch it on, and they are hidden and refused at once, in running sessions too.',
    hides: 'Hidden right now',
    nothing: 'None',
    network: 'Network of commands',
    closed: 'closed',
    asked: 'only the hosts that a call names and you allow',
    off: 'Switch the guard off?',
    offWarns:
      'These tools can be seen and asked for again, and commands may reach hosts that you allow:',
    offNone:
      'Outbound tools can be seen and asked for again, and commands may reach hosts that you allow.',
    keep: 'Keep it on',
    sure: 'Switch it off',
    close: 'Close',
  },
  rail: { fold: 'Show pictures only', unfold: 'Show names' },
  main: 'Screen',
  top: 'Top bar',
} as const

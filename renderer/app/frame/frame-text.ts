// Words of the top bar's controls: stop everything, preset, guard, look of the rail.
const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

export const words = {
  emergencyStop: {
    press: 'Stop everything',
    stopped: 'Everything stopped',
    keys: 'Ctrl+Shift+.',
    title: 'Everything is stopped.',
    since: (time: string, surface: string) =>
      `Since ${time}, from ${surface}. No agent, client or command can run a tool.`,
    surfaces: { window: 'the window', browser: 'the browser', cli: 'the command line' },
    ended: (runs: number, held: number, leases: number) => {
      const ended = [
        many(runs, 'run'),
        many(held, 'held call'),
        many(leases, 'lasting answer'),
      ].filter((each) => !each.startsWith('0 '))
      return ended.length === 0 ? 'Nothing was running.' : `Ended: ${ended.join(', ')}.`
    },
    lift: 'Resume…',
    liftTitle: 'Let calls run again?',
    close: 'Keep everything stopped',
    effect:
      'Agents, connected clients, hooks and the command line can make calls again, and the policy decides each call as before. Ended runs and revoked leases are not restored.',
    next: 'Continue…',
    sure: 'Resume',
    proof: 'Gatehouse passphrase or one-time code',
    proofWhy: 'This requires your passphrase or a one-time code.',
    stay: 'Keep stopped',
  },
  preset: {
    title: 'Preset',
    chip: (name: string) => `Preset: ${name}`,
    yours: 'Your own',
    recommended: 'Recommended',
    noCopy: 'No sandbox works here, so agents cannot run commands.',
    unread: 'The presets could not be read.',
  },
  relax: {
    title: 'Loosen the policy?',
    relaxations: 'This allows more than now:',
    proof: 'Gatehouse passphrase or one-time code',
    keep: 'Cancel',
    sure: 'Allow more',
  },
  guard: {
    open: 'What the exfiltration guard does',
    onText:
      'The tools below are hidden from every agent and denied. So is every other call that sends data out. Tools that the policy exempts by name stay available.',
    offText:
      'Outbound tools are available. When the guard is on, they are hidden and denied, in running sessions too.',
    hides: 'Hidden right now',
    nothing: 'None',
    network: 'Network for commands',
    closed: 'closed',
    asked: 'only hosts you approve',
    off: 'Switch the guard off?',
    offWarns: 'These tools become available again, and commands may reach hosts you approve:',
    offNone: 'Outbound tools become available again, and commands may reach hosts you approve.',
    keep: 'Keep on',
    sure: 'Switch off',
    close: 'Close',
  },
  rail: { fold: 'Collapse sidebar', unfold: 'Expand sidebar' },
  skip: 'Skip to the screen',
  main: 'Screen',
  top: 'Top bar',
} as const

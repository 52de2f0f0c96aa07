// Commands that people know from other tools of this kind and that Gatehouse does not have: what to use
// in their place, and why. The guide shows the same table.

type Absent = { readonly use: string; readonly why: string }

export const absentCommands: Readonly<Record<string, Absent>> = {
  gateway: {
    use: 'gatehouse serve, and gatehouse clients add NAME',
    why: 'Other programs reach the gate over MCP, where a call can be held and a person asked. An HTTP interface of our own (/v1) would be a second way in.',
  },
  queue: {
    use: 'gatehouse schedules add, and gatehouse watch',
    why: 'Work for later is a schedule with a history and repeats. Calls that wait are in one queue for everybody.',
  },
  vault: {
    use: 'gatehouse secrets set NAME',
    why: 'Stored credentials are used for you and never printed: there is no command that reads one back.',
  },
  attest: {
    use: 'gatehouse audit receipt',
    why: 'A receipt belongs to the journal.',
  },
  replay: {
    use: 'gatehouse runs replay FILE, with a file of gatehouse runs capture RUN',
    why: 'What an agent did belongs to its run.',
  },
  prompt: {
    use: 'gatehouse agents check NAME',
    why: 'The prompt of an agent is in its file. What its tools and limits come to, the check says.',
  },
  chat: {
    use: 'gatehouse agents run NAME "task"',
    why: 'A conversation needs cards to answer, which the window and gatehouse watch have.',
  },
  agent: {
    use: 'gatehouse agents run NAME "task"',
    why: 'Commands about agents are in one place.',
  },
  run: { use: 'gatehouse runs show RUN', why: 'Commands about runs are in one place.' },
  ops: {
    use: 'gatehouse audit summary, and gatehouse watch',
    why: 'The journal has every figure, and the queue shows what waits.',
  },
  task: {
    use: 'gatehouse tools run create_reminder, list_reminders',
    why: 'Reminders, decisions and tasks are kept by tools, so that agents and people use the same ones.',
  },
  primitive: {
    use: 'gatehouse tools describe TOOL',
    why: 'A tool has one manifest, which is checked when it is loaded.',
  },
  templates: {
    use: 'gatehouse agents check NAME',
    why: 'An agent is one file that you copy; examples are in the folder examples/agents.',
  },
  git: {
    use: 'gatehouse tools run exec --args \'{"command": "git status"}\'',
    why: 'Git is a program like others: its command lines go through the gate.',
  },
  start: {
    use: 'gatehouse serve, or the desktop app; for one server: gatehouse servers start NAME',
    why: 'Gatehouse runs as long as one of the two does.',
  },
  restart: {
    use: 'Ctrl+C where gatehouse serve runs, and gatehouse serve again',
    why: 'What waits is kept, so nothing has to be handed over.',
  },
  status: {
    use: 'gatehouse doctor, and gatehouse version',
    why: 'The one checks everything, the other says whether Gatehouse runs.',
  },
  ui: {
    use: 'gatehouse serve, or gatehouse open while it runs',
    why: 'The window is a page of this machine, behind a link for one use.',
  },
  logs: {
    use: 'gatehouse audit tail',
    why: 'What happened is in the journal, one row each.',
  },
  setup: { use: 'gatehouse init', why: 'One command begins.' },
  update: {
    use: 'the window (Settings), or your package manager',
    why: 'A program that replaces itself from a command line could be made to by an agent.',
  },
}

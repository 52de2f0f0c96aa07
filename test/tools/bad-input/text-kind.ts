/** `text`: any words, since they go into a body or are only looked for. The others have a form. */
export type TextKind =
  | 'text'
  /** One line, such as a header of an email or a title. */
  | 'line'
  /** Names one thing at a service, or here; becomes a part of an address. */
  | 'id'
  /** The same with `#`, which calendars have; it is escaped. */
  | 'calendar'
  /** One mail address and nothing else. */
  | 'address'
  /** Below something at a service: parts with `/` between them. */
  | 'remote-path'
  /** A file here. Which ones may be touched is the gate’s matter, so the call has to name it. */
  | 'path'
  | 'url'
  | 'host'
  | 'time'
  /** A file’s name without a folder. */
  | 'file-name'
  /** What a program reads: a command is judged by the gate, so the call has to name it. */
  | 'command'

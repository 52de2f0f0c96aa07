// What the journal says a server did, or what was done with it.
export const serverChanges = {
  added: 'added',
  removed: 'removed',
  started: 'started',
  closed: 'closed',
  reviewed: 'reviewed',
  tampered: 'tampered with',
  repaired: 'repaired',
  changed: 'was changed',
  'request-refused': 'request denied',
  'new-behavior': 'showed new behaviour',
  misbehaved: 'misbehaved',
  'signing-in': 'sign-in page opened',
  asked: 'asked you',
  ended: 'was ended',
} as const

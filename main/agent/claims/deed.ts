// What a call did, as far as claims are about it. Types only.

/**
 * What a call can have done. send: something left this machine, or was shown to the person. change:
 * something kept was made, changed or removed. run: a program ran.
 */
export type Deed = 'send' | 'change' | 'run'

// The usual port of the webhook endpoint. Senders know it, so it is no other where it is in use.
export const WEBHOOK_PORT = 4749

// The words of setting up a tool of an outside service.
export const setUpStrings = {
  addressTitle: (service: string) => `Set the address of ${service}`,
  address: 'Address',
  addressHint:
    'The https address. Plain http only for this machine, such as http://127.0.0.1:7878.',
  save: 'Save address',
  credentialTitle: (service: string) => `Store the credential for ${service}`,
  credential: 'Token or key',
  credentialHint: (name: string, host: string) =>
    `It is stored encrypted as ${name}, and sent to ${host} only. Agents never see it.`,
  store: 'Store credential',
  signInTitle: (service: string) => `Sign in for ${service}`,
  clients: {
    google: {
      id: 'Client ID',
      idHint:
        'Of an OAuth client of the type “Desktop app” that you create in the Google Cloud console, with the Gmail and Calendar APIs enabled.',
      secret: 'Client secret',
      secretHint: 'As the console shows it for this client. It is stored encrypted.',
      signIn: 'Sign in with Google',
      waiting: 'Waiting for the browser…',
    },
    reddit: {
      id: 'App ID',
      idHint:
        'Of an app of the type “script” that you create at reddit.com/prefs/apps. It is below the name of the app.',
      secret: 'App secret',
      secretHint: 'As the same page shows it. It is stored encrypted.',
      signIn: 'Sign in to Reddit',
      waiting: 'Asking Reddit…',
    },
  },
  noBrowser: 'If no browser opened:',
  openPage: 'Open the sign-in page',
  passphrase: 'Gatehouse passphrase',
  passphraseHint: 'It opens the credential store.',
} as const

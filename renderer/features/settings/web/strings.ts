// Every word of the part on web services in Settings.
export const webStrings = {
  title: 'Web services',
  text: 'Which service answers when an agent searches the web, asks for the weather, makes a picture or reads Reddit.',
  words:
    'search brave searxng duckduckgo weather openweather meteo images pictures openai google gemini reddit',
  search: {
    label: 'Web search',
    names: { duckduckgo: 'DuckDuckGo', brave: 'Brave Search', searxng: 'SearXNG' },
    hints: {
      duckduckgo: 'It needs no key, and gives one page of results.',
      brave: 'Store its key under Capabilities, in web_search.',
      searxng: 'A SearXNG of yours, with json among its search.formats.',
    },
  },
  searxng: {
    label: 'Address of SearXNG',
    example: 'https://search.example.org',
    bad: 'An https address; plain http only for this machine, such as http://127.0.0.1:8888.',
  },
  weather: {
    label: 'Weather',
    names: { 'open-meteo': 'Open-Meteo', openweather: 'OpenWeather' },
    hints: {
      'open-meteo': 'It needs no key.',
      openweather: 'Store its key under Capabilities, in weather.',
    },
  },
  images: {
    label: 'Pictures',
    names: { openai: 'OpenAI', google: 'Google' },
    hints: {
      openai: 'Store its key under Capabilities, in image_gen.',
      google: 'Store its key under Capabilities, in image_gen.',
    },
  },
  reddit: {
    label: 'Reddit',
    names: { open: 'Without an account', app: 'With an app of mine' },
    hints: {
      open: 'Reddit often refuses requests without an account.',
      app: 'Sign in with the app under Capabilities, in reddit.',
    },
  },
} as const

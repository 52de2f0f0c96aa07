// Notices text that reads like orders to a model. A hint for a person and a label for the road, never a wall: what is
// not noticed here is still untrusted.

/** Letters that look like a Latin one, in the scripts that are used to get past a reader. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a', в: 'b', е: 'e', ё: 'e', з: '3', и: 'u', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ї: 'i', ј: 'j', ԁ: 'd', ԛ: 'q', ԝ: 'w', һ: 'h', ӏ: 'l', ь: 'b', г: 'r', п: 'n',
  α: 'a', β: 'b', γ: 'y', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', π: 'n', ρ: 'p', σ: 'o', τ: 't', υ: 'u', χ: 'x', ω: 'w',
  ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ɑ: 'a', ɡ: 'g', ɩ: 'i', ʀ: 'r', ꜱ: 's', ᴀ: 'a', ᴇ: 'e', ɪ: 'i', ᴏ: 'o', ᴜ: 'u', ɴ: 'n', ᴛ: 't', օ: 'o', ո: 'n', ս: 'u',
} // prettier-ignore

const WORDS = String.raw`(?:[a-z0-9']{1,20} ){0,4}`

type Marker = { readonly says: string; readonly pattern: RegExp }

// Run over folded text: lower-case Latin, words parted by one space. Every gap is bounded, so time is linear.
const MARKERS: readonly Marker[] = [
  {
    says: 'asks to ignore instructions',
    pattern: new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override|bypass|skip|discard) ${WORDS}(?:previous|prior|above|earlier|preceding|existing|original|initial|system|safety|your|all|any|the|these|those|my) ${WORDS}(?:instructions?|prompts?|rules|directions|guidelines|commands|directives|policy|policies|context)\b`,
    ),
  },
  {
    says: 'asks to ignore instructions',
    pattern: new RegExp(
      String.raw`\b(?:do not|don't|dont|stop) (?:follow|obey|follow|listen to|following|obeying) ${WORDS}(?:instructions?|rules|guidelines|prompts?|policies)\b`,
    ),
  },
  {
    says: 'asks to ignore instructions',
    pattern: /\b(?:your|these are your|here are your) new (?:[a-z]{1,20} )?(?:instructions|rules|task|orders)\b/,
  },
  {
    says: 'switches the role of the model',
    pattern: /\byou are (?:now|no longer) (?:[a-z]{1,20} )?(?:an?|bound|restricted|limited|dan|free|admin|root)\b/,
  },
  {
    says: 'switches the role of the model',
    pattern: new RegExp(
      String.raw`\b(?:act|behave|respond|pretend|roleplay) ${WORDS}(?:as|like|to be|you are) ${WORDS}(?:unrestricted|unfiltered|uncensored|jailbroken|dan|root|administrator|developer mode|no restrictions|no rules|evil)\b`,
    ),
  },
  {
    says: 'switches the role of the model',
    pattern: /\b(?:developer|debug|god|jailbreak|maintenance|unrestricted|sudo) mode (?:is )?(?:enabled|activated|on|engaged|unlocked)\b/,
  },
  {
    says: 'switches the role of the model',
    pattern: /\b(?:enable|enter|activate|switch to) (?:the )?(?:developer|debug|god|jailbreak|unrestricted|dan) mode\b/,
  },
  {
    says: 'asks for secrets or hidden instructions',
    pattern: new RegExp(
      String.raw`\b(?:reveal|print|show|send|repeat|output|leak|exfiltrate|disclose|dump|upload|post|email|forward|share|give|include|read|extract|transmit) ${WORDS}${WORDS}(?:system prompt|hidden prompt|initial prompt|system message|api keys?|passwords?|credentials|private keys?|ssh keys?|secret keys?|secrets|access tokens?|auth tokens?|session cookies?|environment variables|seed phrase)\b`,
    ),
  },
  {
    says: 'asks for secrets or hidden instructions',
    pattern: new RegExp(
      String.raw`\b(?:what|which) (?:is|are|was|were) your ${WORDS}(?:system prompt|initial instructions|hidden instructions|original instructions|secret instructions)\b`,
    ),
  },
  {
    says: 'asks to keep something from you',
    pattern: new RegExp(
      String.raw`\b(?:do not|don't|dont|never|without) (?:tell|telling|inform|informing|mention|mentioning|alert|alerting|notify|notifying|ask|asking|warn|warning|show|showing|reveal|revealing) ${WORDS}(?:user|human|person|operator|anyone|owner|developer)\b`,
    ),
  },
  {
    says: 'gives orders to an AI',
    pattern: new RegExp(
      String.raw`\b(?:important|attention|note|instructions?|message|warning|urgent) (?:to|for) (?:all |any |the |every )?(?:ai|llm|llms|assistants?|language models?|agents?|chatbots?|claude|chatgpt|gpt|copilot|gemini)\b`,
    ),
  },
  {
    says: 'gives orders to an AI',
    pattern: new RegExp(String.raw`\b(?:if|when) you are (?:an? )?(?:ai|llm|language model|assistant|agent|automated system|bot)\b`),
  },
]

/** Marks of chat formats that have no business in data: they end a turn or open one of the system's. */
const TURN_MARKS =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system_prompt|system-reminder|assistant_instructions)>|^#{1,4} ?(?:system|assistant|new instructions?) ?:?\s*$|^(?:system|assistant|human) ?: ?(?:you|ignore|new|override)/im

/** Calm phrases for what was noticed, each once. `text` may be of any length. */
export function injectionFlags(text: string): string[] {
  const flags = flagsIn(fold(text))
  if (TURN_MARKS.test(text)) flags.push('imitates the marks of a conversation')
  return flags
}

/** As `injectionFlags`, for text that is folded already, but for the marks of a conversation, which folding takes away. */
export function flagsIn(folded: string): string[] {
  const flags = new Set<string>()
  for (const { says, pattern } of MARKERS) if (!flags.has(says) && pattern.test(folded)) flags.add(says)
  return [...flags]
}

/** Lower-case Latin as far as it goes: compatibility forms, accents, look-alikes and zero-width characters taken away. */
export function fold(text: string): string {
  // Most text is ASCII, and for that all but the last two steps do nothing.
  // eslint-disable-next-line no-control-regex -- the range is all of ASCII, so it holds the control characters
  const latin = /[^\0-\x7f]/.test(text)
    ? text
        // Marks go first: normalising a long run of them takes quadratic time.
        .replace(/[\p{M}\p{Cf}]/gu, '')
        // One of these becomes up to eighteen letters, none of them Latin.
        .replace(/[\u3200-\u33ff\ufb50-\ufdff]/g, ' ')
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[\p{M}\p{Cf}]/gu, '')
        .replace(/[\u0080-\u{10ffff}]/gu, (letter) => LOOK_ALIKES[letter] ?? letter)
        .replace(/[\u2018\u2019]/g, "'")
    : text.toLowerCase()
  return latin.replace(/[^\p{L}\p{N}']+/gu, ' ')
}

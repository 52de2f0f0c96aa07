// Whether a text asks for a password, a key, a code or a card: in the languages that most people
// read, also with letters that only look like others, apart, or as digits. Pure. A list of words, so
// it can miss one that nobody wrote down; what was filled in is looked through besides.
import { latin } from './trust/skeleton.ts'

/** In lower case and without accents. */
const LATIN = [
  // English
  String.raw`pass[ _-]?(?:words?|phrases?|codes?|keys?|wds?)|pwd|passwd|secrets?|credentials?`,
  String.raw`(?:log|sign)[ -]?in (?:details|codes?|data)`,
  String.raw`(?:api|access|private|secret|ssh|gpg|master|encryption|signing|licen[cs]e|recovery)[ _-]?keys?`,
  String.raw`(?:api|access|auth|bearer|session|refresh|personal access|bot|deploy|security|github|gitlab|npm|slack)[ _-]?tokens?`,
  String.raw`(?:your|this|the) (?:\w+ )?token`,
  String.raw`(?:one[- ]time|verification|security|confirmation|authenticator|recovery|backup|access|sms|2fa|mfa|\w+-digit|digit) (?:codes?|pins?)`,
  String.raw`code (?:that )?(?:we|was|has been|just) (?:\w+ )?(?:sent|texted|mailed|e-?mailed)`,
  String.raw`2fa|mfa|otp|totp|cvv2?|cvc2?|pin(?: code| number)?|seed (?:phrase|words?)|(?:recovery|mnemonic|wallet) (?:phrase|words?)|mnemonic`,
  String.raw`(?:credit|debit|bank)[ -]?card numbers?|card numbers?|maiden name|social security`,
  // German
  String.raw`passworte?s?|passworter|kennwort\w*|losungswort\w*|zugangs(?:daten|code|schlussel)|anmeldedaten|geheim(?:zahl|nis|wort|code|schlussel)\w*`,
  String.raw`(?:sicherheits|einmal|bestatigungs|prufungs|wiederherstellungs|freischalt)(?:codes?|passw\w+|schlussel|phrase|nummer)|kartennummer|prufziffer|tan`,
  // French, Spanish, Portuguese, Italian
  String.raw`mots? de passe|code (?:secret|d.acces|de verification|de securite)|identifiants|cles? (?:d.api|privees?|secretes?|d.acces)|phrase (?:secrete|de recuperation)`,
  String.raw`contrasenas?|(?<!palabras? )claves?|credenciales|codigo (?:de verificacion|secreto|de seguridad|de acceso)|frase (?:semilla|secreta)`,
  String.raw`senhas?|palavras?[- ]passe|credenciais|chaves? (?:secretas?|privadas?|de api|de acesso)|codigo de (?:verificacao|seguranca|acesso)`,
  String.raw`parol[ae](?: d.ordine| chiave| segreta)|parola|credenziali|chiavi? (?:segret[ae]|privat[ae]|api)|codice (?:di verifica|segreto|di sicurezza)`,
  // Dutch, Polish, Czech, the Nordic ones, Hungarian, Turkish and more
  String.raw`wachtwoord\w*|toegangscode|inloggegevens|hasl[oa]|hasel|haslem|klucz (?:prywatny|api|tajny)|hesl[oaemu]+`,
  String.raw`losenord\w*|passord\w*|adgangskode\w*|kodeord\w*|salasana\w*|tunnusluku|jelszo\w*|sifre\w*|lozink\w*|zapork\w*|parool\w*|slaptazod\w*`,
  String.raw`kata sandi|sandi|mat khau|nenosiri`,
] as const
const IN_LATIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${LATIN.join('|')})(?![\p{L}\p{N}])`,
  'iu',
)

/** In other scripts, where words are not always set apart. */
const OTHERS =
  /\u043f\u0430\u0440\u043e\u043b|\u043a\u043e\u0434\u043e\u0432\u043e\u0435 \u0441\u043b\u043e\u0432\u043e|\u0441\u0435\u043a\u0440\u0435\u0442\u043d|\u043f\u0440\u0438\u0432\u0430\u0442\u043d\p{L}* \u043a\u043b\u044e\u0447|\u043a\u043b\u044e\u0447 (?:\u0434\u043e\u0441\u0442\u0443\u043f\u0430|api)|\u043f\u0438\u043d-?\u043a\u043e\u0434|\u043a\u043e\u0434 (?:\u043f\u043e\u0434\u0442\u0432\u0435\u0440\u0436\u0434\u0435\u043d\u0438\u044f|\u0434\u043e\u0441\u0442\u0443\u043f\u0430)|\u03ba\u03c9\u03b4\u03b9\u03ba|\u03c3\u03c5\u03bd\u03b8\u03b7\u03bc\u03b1\u03c4\u03b9\u03ba|\u0643\u0644\u0645[\u0629\u0647] (?:\u0627\u0644)?(?:\u0645\u0631\u0648\u0631|\u0633\u0631)|\u0631\u0645\u0632 (?:\u0627\u0644\u062a\u062d\u0642\u0642|\u0633\u0631\u064a|\u0639\u0628\u0648\u0631)|\u06af\u0630\u0631\u0648\u0627\u0698\u0647|\u05e1\u05d9\u05e1\u05de|\u092a\u093e\u0938\u0935\u0930\u094d\u0921|\u0915\u0942\u091f\u0936\u092c\u094d\u0926|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|\u5bc6[\u7801\u78bc\u94a5\u9470]|\u53e3\u4ee4|[\u9a8c\u9a57][\u8bc1\u8b49][\u7801\u78bc]|\u79c1[\u94a5\u9470]|\u52a9[\u8bb0\u8a18][\u8bcd\u8a5e]|\u4ee4\u724c|\u30d1\u30b9(?:\u30ef\u30fc\u30c9|\u30d5\u30ec\u30fc\u30ba|\u30b3\u30fc\u30c9)|\u6697\u8a3c\u756a\u53f7|\u79d8\u5bc6\u9375|\u5408\u8a00\u8449|(?:\u8a8d\u8a3c|\u78ba\u8a8d)\u30b3\u30fc\u30c9|\ube44\ubc00(?:\ubc88\ud638|\ud0a4)|\uc554\ud638|\uc778\uc99d ?(?:\ubc88\ud638|\ucf54\ub4dc)|\ud328\uc2a4\uc6cc\ub4dc/iu

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** Names of fields as well: `userPassword`, `api_key`. */
export function namesSecret(text: string): boolean {
  const seen = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}|\p{Cc}/gu, (mark) => (mark === '\n' ? ' ' : ''))
  if (OTHERS.test(seen)) return true
  const words = seen.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
  return [words, apart(words), withoutDigits(words)].some((one) => IN_LATIN.test(plain(one)))
}

/** Without accents, and with the letters that others look like. */
const plain = (text: string): string =>
  latin(text).replaceAll('\u0142', 'l').replaceAll(/\s+/g, ' ')
/** Single letters, together: `p a s s`. */
const apart = (text: string): string =>
  text.replaceAll(/(?<=(?<!\p{L})\p{L})[\s.*_-]{1,3}(?=\p{L}(?!\p{L}))/gu, '')
const withoutDigits = (text: string): string =>
  text.replaceAll(/[\p{L}\d@$]+/gu, (word) =>
    /\p{L}/u.test(word) ? word.replaceAll(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : word,
  )

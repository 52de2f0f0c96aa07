// Passwords behind the word for one in another language. The words that Latin-1 cannot write are a
// finder of their own, because the look for words sees bytes of Latin-1 alone.
import type { Finding } from '../known-secrets.ts'
import { isStandIn, looksRandom } from './setting-values.ts'
import { SETTING_RULE } from './settings.ts'

/** In letters of Latin-1, small; what waits for them has to be ASCII. */
export const LATIN_CUES: readonly string[] = [
  ...['kennwort', 'passwort', 'losungswort', 'contrase', 'clave', 'mot de passe', 'mdp', 'senha'],
  ...['palavra', 'wachtwoord', 'parola', 'parol', 'heslo', 'haslo', 'senord', 'adgangskode'],
  ...['passord', 'salasana', 'jelsz', 'sifre', 'lozinka', 'zaporka', 'geslo', 'kata sandi'],
  ...['lykilor', 'contrasinal', 'pasahitza', 'nenosiri', 'wagwoord', 'fjalekalim', 'mat khau'],
  ...['slaptazodis', 'simbolu', 'matkhau', 'mima', 'kodeord', 'losenord', 'facalfaire', 'pasvorto'],
]
export const LATIN_NAME = String.raw`(?:kennwort|passwort|losungswort|contrase[\xf1n]a|clave de acceso|mot de passe|mdp|senha|palavra[- ]passe|wachtwoord|parola(?: d['\u2019]ordine)?|parol|heslo|haslo|l[\xf6o]senord(?:et)?|adgangskoden?|passord(?:et)?|salasana|jelsz[\xf3o]|sifreniz|sifre|lozinka|zaporka|geslo|kata sandi|lykilor[\xf0d]|contrasinal|pasahitza|nenosiri|wagwoord|fjalekalimi?|mat ?khau|slaptazodis|simbolu virkne|kodeord|facalfaire|pasvorto)`

const BEYOND_LATIN = /[\u0100-\ufffd]/

/** Scripts whose words are written together: what comes right after is no part of the word. */
const TOGETHER =
  '密码|密碼|口令|口令碼|パスワード|パスフレーズ|暗証番号|合言葉|비밀번호|암호|패스워드|รหัสผ่าน|密钥|密鑰|授权码|验证码|驗證碼|認証コード|验证代码'
const APART = [
  ...['пароль', 'пароля', 'паролем', 'парола', 'лозинка', 'гасло', 'құпиясөз', 'нууц үг'],
  ...['κωδικός πρόσβασης', 'κωδικός', 'συνθηματικό', 'գաղտնաբառ', 'პაროლი'],
  ...['كلمة المرور', 'كلمة السر', 'گذرواژه', 'رمز عبور', 'پاس ورڈ', 'סיסמה', 'סיסמא', 'ססמה'],
  ...['पासवर्ड', 'कूटशब्द', 'सांकेतिक शब्द', 'পাসওয়ার্ড', 'கடவுச்சொல்', 'పాస్‌వర్డ్', 'ਪਾਸਵਰਡ', 'પાસવર્ડ'],
  ...[
    'hasło',
    'hasła',
    'şifre',
    'şifreniz',
    'şifresi',
    'parolanız',
    'parolă',
    'mật khẩu',
    'slaptažodis',
  ],
  ...['лозунг', 'fjalëkalimi', 'ລະຫັດຜ່ານ', 'ពាក្យសម្ងាត់', 'စကားဝှက်', 'የይለፍ ቃል'],
]

// Letters beyond Latin-1 are in plain texts, because the build refuses them in raw ones.
const CLOSING = '["\'”»」』]?'
const OPENING = '["\'“«「『]?'
const SIGN = '[:=：＝–—]|->|→|=>'
const COLON = '[:：]?'
const IS_TOGETHER = 'は|是|为|為|은|는'
const IS_APART = 'это|to|je|jest|est|είναι|هو|هي|है'
const NO_PASSWORD = '“”«»「」『』，。；、！？'
const PAUSE = '[.,;!?。，；、！？]{0,2}'
const GAP = String.raw`[ \t\u3000]{0,3}`
const BETWEEN = String.raw`${CLOSING}(?:${GAP}(?:${SIGN})${GAP}|${GAP}(?:${IS_TOGETHER}|[ \t]-[ \t]|[ \t](?:${IS_APART})[ \t])${GAP}${COLON}${GAP})${OPENING}`
const NAMED = new RegExp(
  String.raw`(?:(?:${TOGETHER})|(?<![\p{L}\p{M}\p{N}])(?:${APART.join('|')}))${BETWEEN}([^\s"'\x60,;<>()[\]{}${NO_PASSWORD}]{4,128})(${CLOSING})(?=(${PAUSE}[ \t]{0,8}(?:$|[\r\n]))|)`,
  'dgimu',
)

const WRITTEN_TOGETHER = new RegExp(`^(?:${TOGETHER})`, 'u')

/** What a form or a manual writes behind the word. */
export const ADVICE =
  /^(?:verplicht|obligator|oblig|erforder|povinn|obvezn|requi|richiest|necess|krav|n[öo]dv[äa]nd|pakoll|k[öo]telez|wajib|diperlukan|ung[üu]ltig|onjuist|felaktig|feil|forkert|v[äa]ärä|valor|wert|неверн|введит|обязат|повтор|забыл|должен|минимум|не[.\s]|скрыт|изменен|сброш|λάθος|отсутств|требуется|nieprawid|błędn|wymagan|podaj|zmień|yanlış|gerekli|giriniz|gereksiz|sai|bắt|netinkam|incorrect[ao]|غير|مطلوب|שגוי|נדרש|ไม่|αλλαγ|εισάγετε|погрешн|грешн|задължит)/iu

/** Linear: every step looks at a bounded piece. Most texts have no letter for it. */
export function findForeignWords(text: string): Finding[] {
  if (!BEYOND_LATIN.test(text)) return []
  const found: Finding[] = []
  for (const match of text.matchAll(NAMED)) {
    const [, secret = '', quote = '', last] = match
    const [start, end] = match.indices?.[1] ?? [0, 0]
    const isQuoted = quote !== ''
    const clean = secret.replace(/[.!?:]+$/, '')
    if (clean.length < 4 || isStandIn({ text: clean, quoted: isQuoted }) || ADVICE.test(clean))
      continue
    const isAscii = /^[\x21-\x7e]+$/.test(clean)
    // Where words are written together, the rest of the sentence looks like a value.
    if (!isAscii && !isQuoted && WRITTEN_TOGETHER.test(match[0])) continue
    const alone = last !== undefined
    if (!(isAscii && looksRandom(clean)) && !alone && !isQuoted && !/^\d{4,12}$/.test(clean))
      continue
    found.push({ start, end: start + (isQuoted ? end - start : clean.length), name: SETTING_RULE })
  }
  return found
}

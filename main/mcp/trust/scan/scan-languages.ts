// Pure. Orders to a model in the words of other languages than English: to forget what it was told,
// to keep something from the person, to do something else first. Stems and short gaps, so that it
// stays a hint that costs little.

/**
 * One of the first, and within the same sentence one of the second. Every gap is bounded, so time
 * is linear.
 */
const pair = (first: string, second: string): string =>
  `(?<!\\p{L})(?:${first})\\p{L}*[^.\\n]{0,60}?(?:${second})`
const word = (words: string): string => `(?<!\\p{L})(?:${words})(?!\\p{L})`
/** For scripts that part no words. */
const joined = (first: string, second: string, gap = 20): string =>
  `(?:${first})[^.。।\\n]{0,${gap}}?(?:${second})`

const ORDERS: readonly string[] = [
  // German
  pair('ignorier|missacht|vergiss|umgeh|übergeh', 'anweisung|vorgabe|regeln|instruktion'),
  pair(
    'sag|erzähl|verrat|erwähn|zeig|meld|verschweig',
    '(?:benutzer|nutzer|anwender)\\p{L}*[^.\\n]{0,30}nicht',
  ),
  pair(
    'ohne',
    '(?:benutzer|nutzer|anwender)\\p{L}*[^.\\n]{0,30}(?:zu informieren|zu fragen|mitzuteilen)',
  ),
  pair('bevor du|ehe du', 'werkzeug|tool|funktion'),
  word('du musst|du sollst|sie müssen'),
  // French
  pair('ignor|oubli|néglig|contourn', 'instruction|consigne|directive'),
  pair(
    'ne (?:le |la |lui |rien )?(?:dis|dites|dire|mentionn|montr|révél|inform)',
    'utilisateur|personne',
  ),
  pair('sans (?:en )?(?:inform|préven|demand|avert)', 'utilisateur|personne'),
  pair("avant (?:d'utilis|d'appel|d’utilis|d’appel)", 'outil|fichier|fonction'),
  word('tu dois|vous devez'),
  // Spanish
  pair('ignor|olvid|omit', 'instruccion|indicacion|órdenes|reglas'),
  pair('no (?:se )?(?:lo )?(?:digas|diga|mencion|muestr|inform|revel)', 'usuario|persona'),
  pair('sin (?:decir|inform|pregunt|avis)', 'usuario|persona'),
  pair('antes de (?:us|llam|utiliz)', 'herramienta|archivo|función'),
  word('debes|tienes que'),
  // Portuguese
  pair('ignor|esqueç|desconsider', 'instruç|orienta|regras'),
  pair('não (?:conte|diga|mencion|mostr|inform|revel)', 'usuári|utilizador|pessoa'),
  pair('sem (?:contar|dizer|inform|pergunt|avis)', 'usuári|utilizador|pessoa'),
  pair('antes de (?:us|cham|utiliz)', 'ferramenta|arquivo|ficheiro'),
  word('você deve|você precisa|tu deves'),
  // Italian
  pair('ignor|dimentic|trascur', 'istruzion|direttiv|regole'),
  pair('non (?:lo |la )?(?:dir|dica|menzion|mostr|rivel|inform)', 'utente|persona'),
  pair('senza (?:dir|inform|chied|avvis)', 'utente|persona'),
  pair('prima di (?:us|utilizz|chiam)', 'strumento|funzione|file'),
  word('devi'),
  // Dutch, Polish, Turkish, Vietnamese, Indonesian
  pair('negeer|vergeet|omzeil', 'instructie|opdracht|regels'),
  pair('zeg|vertel|meld|toon', 'gebruiker\\p{L}*[^.\\n]{0,30}niet|niets[^.\\n]{0,20}gebruiker'),
  pair('zignoruj|ignoruj|pomiń|zapomnij', 'instrukcj|polece|zasad'),
  pair('nie (?:mów|informuj|pokazuj|wspominaj)', 'użytkownik'),
  pair('talimat|kural|yönerge', 'yok say|görmezden|unut|dikkate alma'),
  pair('kullanıcıya', 'söyleme|bildirme|gösterme|bahsetme'),
  pair('bỏ qua|phớt lờ|quên', 'hướng dẫn|chỉ dẫn|chỉ thị|quy tắc|mệnh lệnh'),
  pair('(?:đừng|không được) (?:nói|cho|báo|tiết lộ)', 'người dùng'),
  pair('abaikan|lupakan', 'instruksi|perintah|aturan'),
  pair('jangan (?:beri ?tahu|katakan|sebutkan)', 'pengguna'),
  // Russian, Ukrainian
  pair('(?:про)?игнориру|забуд', 'инструкц|указани|правил|команд'),
  pair('не (?:говори|сообщай|показывай|упоминай|раскрывай)', 'пользовател|человек'),
  pair('прежде чем|перед (?:использовани|вызов)', 'инструмент|файл|функци'),
  word('ты должен|ты должна|вы должны'),
  pair('(?:про)?ігноруй|забудь', 'інструкц|вказів|правил'),
  pair('не (?:кажи|повідомляй|показуй|згадуй)', 'користувач'),
  // Chinese, Japanese, Korean
  joined(
    '忽略|忽视|忽視|无视|無視|忘记|忘記|不要理会|绕过|繞過',
    '指令|指示|规则|規則|提示|要求|说明|說明',
  ),
  joined(
    '(?:不要|不得|切勿|别|別|勿)(?:告诉|告訴|告知|通知|提醒|向|让|讓)',
    '用户|用戶|使用者|人类|人類',
    10,
  ),
  joined('(?:使用|调用|調用|呼叫)(?:本|此|该|該|这个|這個)(?:工具|函数|函數)', '之前|前'),
  '[你您](?:必须|必須|应当|應當|一定要)',
  joined('指示|命令|ルール|規則|指令|プロンプト', '無視|忘れ|従わな'),
  joined('ユーザ|利用者|人間', '伝えな|言わな|知らせな|教えな|見せな|報告しな|内緒|秘密'),
  joined('使う前に|使用する前に|呼び出す前に', 'ファイル|読|ツール', 40),
  joined('지시|명령|규칙|프롬프트|지침', '무시|잊'),
  joined('사용자|유저', '알리지|말하지|보여주지|언급하지'),
  joined('사용하기 전에|호출하기 전에', '파일|읽|도구', 40),
  // Arabic, Hindi
  joined('تجاهل|انس|تخط', 'التعليمات|الأوامر|القواعد|التوجيهات', 40),
  joined('لا تخبر|لا تذكر|دون إخبار|لا تقل', 'المستخدم|أحد', 30),
  joined('निर्देश|नियम|आदेश', 'अनदेखा|भूल', 30),
  joined('उपयोगकर्ता', 'मत बता|न बता', 30),
]

/** Made with the first text: it is long, and a list of servers seldom has one to look at. */
let any: RegExp | null = null

/** Whether the text tells a model what to do, in one of those languages. */
export const ordersElsewhere = (text: string): boolean =>
  (any ??= new RegExp(ORDERS.join('|'), 'iu')).test(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))

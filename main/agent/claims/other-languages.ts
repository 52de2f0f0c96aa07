// Claims in German, French and Spanish, by the same rule as in English: a person of the verb that says
// “I did”, or a passive that says “it was done”, with a thing that can be changed outside of an answer.
// Pure.
import type { Deed } from './claims.ts'

type Kind = {
  readonly deeds: readonly Deed[]
  /** Participles, and forms of the first person where a language has them. */
  readonly verbs: string
  readonly object?: string
}
type Language = {
  /** Where the verb stands in a claim; `VERB` in them is a verb of a kind. */
  readonly said: readonly string[]
  readonly kinds: readonly Kind[]
  readonly notDone: string
  /** It is in the answer itself, or told of what was found. */
  readonly inWords: string
}

const NAMED = 'code_span|path_name'
const CHANGE: readonly Deed[] = ['change', 'run', 'send']

const GERMAN: Language = {
  said: [
    '(?:ich|wir)\\s+(?:habe|haben|hab)(?:\\s[^.?!;:]*)?\\sVERB',
    '(?:habe|haben)\\s+(?:ich|wir)(?:\\s[^.?!;:]*)?\\sVERB',
    '(?:die|der|das|deine?|ihre?|eine?|alle|beide)\\s[^.?!;:]{0,80}?(?:wurden?|ist|sind)(?:\\s[^.?!;:]*)?\\sVERB(?:\\s+worden)?\\s*[.!]*$',
    '^(?:fertig|erledigt|ok(?:ay)?)?\\W*(?:e-?mail|mail|nachricht|antwort|einladung|rechnung|termin|datei)\\s+VERB\\s*[.!]*$',
  ],
  kinds: [
    {
      deeds: ['send'],
      verbs:
        'gesendet|geschickt|verschickt|versandt|versendet|abgeschickt|weitergeleitet|benachrichtigt|gemailt|veröffentlicht|hochgeladen|gebucht|gekauft|bezahlt|überwiesen|bestellt|abonniert|erstattet',
    },
    {
      deeds: ['run', 'send'],
      verbs: 'installiert|ausgerollt|deployt|neu gestartet|gepusht|committet|gemergt',
    },
    {
      deeds: ['run'],
      verbs: 'ausgeführt|laufen lassen|gestartet',
      object: `tests?|testsuite|skripte?|befehle?|build|migration(?:en)?|programme?|${NAMED}`,
    },
    {
      deeds: CHANGE,
      verbs:
        'gelöscht|entfernt|umbenannt|verschoben|archiviert|heruntergeladen|abgesagt|geschlossen|markiert|erstellt|angelegt|geschrieben|gespeichert|abgelegt|aktualisiert|geändert|bearbeitet|hinzugefügt|eingetragen|behoben|ersetzt|überschrieben|geplant|eingerichtet',
      object: `datei(?:en)?|ordner|verzeichnis(?:se)?|branch|repository|issues?|tickets?|kalender|termine?|termins|besprechung|erinnerung(?:en)?|aufgaben?|einträge?|eintrag|datenbank|konfiguration|einstellung(?:en)?|label|konto|job|kontakte?|backup|${NAMED}`,
    },
  ],
  notDone:
    'nicht|nichts|kein\\w*|nie|niemals|ohne|würden?|könnten?|kann|sollten?|soll|möchten?|werden?|wird|wenn|falls|ob|sobald|bevor|bis|statt|hätten?|wäre|noch nie',
  inWords:
    'entwurf|entworfen|beispiel|unten|oben|hier ist|folgend\\w*|laut|von|gestern|letzte\\w*|vor \\d+|im jahr|zufolge|protokoll',
}

const FRENCH: Language = {
  said: [
    "(?:j['’]ai|je\\s+(?:l['’]|les\\s+|vous\\s+l['’]|vous\\s+|te\\s+l['’]|t['’]|lui\\s+|leur\\s+)ai|nous\\s+(?:l['’]|les\\s+|vous\\s+)?avons)(?:\\s+(?:déjà|bien|aussi|également|donc|ensuite|enfin|tout|maintenant|vite))*\\s+VERB",
    "(?:j['’]ai|nous\\s+avons)\\s[^.?!;:]{0,80}?\\set\\s+(?:(?:je\\s+l['’]|l['’]|les\\s+)?ai\\s+)?VERB",
    "(?:les?|la|l['’]|votre|ton|ta|vos|un|une)\\s?[^.?!;:]{0,60}?\\s(?:a|ont)\\s+(?:(?:bien|déjà|maintenant)\\s+)*été\\s+(?:(?:bien|déjà)\\s+)*VERB",
    '^(?:terminé|fait|c’est fait)?\\W*(?:e-?mail|courriel|message|mail|réponse|invitation|fichier)\\s+(?:a été\\s+)?VERB\\s*[.!]*$',
  ],
  kinds: [
    {
      deeds: ['send'],
      verbs:
        '(?:envoyé|expédié|transféré|transmis|notifié|prévenu|publié|posté|téléversé|réservé|acheté|payé|commandé|remboursé|réglé|viré)(?:e?s?)',
    },
    { deeds: ['run', 'send'], verbs: '(?:installé|déployé|redémarré|poussé|fusionné)(?:e?s?)' },
    {
      deeds: ['run'],
      verbs: '(?:exécuté|lancé|relancé)(?:e?s?)',
      object: `tests?|suite|scripts?|commandes?|build|migrations?|programmes?|${NAMED}`,
    },
    {
      deeds: CHANGE,
      verbs:
        '(?:supprimé|effacé|renommé|déplacé|archivé|téléchargé|annulé|fermé|marqué|créé|enregistré|sauvegardé|modifié|mis à jour|ajouté|corrigé|remplacé|planifié|écrit|noté|configuré)(?:e?s?)',
      object: `fichiers?|dossiers?|répertoires?|branches?|dépôt|tickets?|issues?|calendrier|agenda|rendez-vous|événements?|réunions?|rappels?|tâches?|entrées?|base de données|configuration|paramètres?|étiquettes?|compte|contacts?|sauvegarde|${NAMED}`,
    },
  ],
  notDone:
    "pas|jamais|rien|aucune?|sans|si|lorsque|quand|avant|pourrais|pourrait|voudrais|devrais|devrait|vais|va|peux|peut|n['’]ai|n['’]avons|n['’]a",
  inWords:
    "brouillon|exemple|ci-dessous|ci-dessus|voici|suivant\\w*|selon|d['’]après|hier|dernière?|par|en \\d{4}|il y a|journal",
}

const SPANISH: Language = {
  said: [
    '(?:(?:ya|yo|te|le|les|lo|la|los|las|se)\\s+)*(?:he|hemos)(?:\\s+(?:ya|también))*\\s+VERB',
    '(?<![\\p{L}])(?:ya\\s+|yo\\s+|también\\s+|te\\s+|le\\s+|lo\\s+|la\\s+)*FIRST',
    '(?:he|hemos)\\s[^.?!;:]{0,80}?\\sy\\s+(?:(?:lo|la|los|las)\\s+)?(?:he\\s+)?VERB',
    '(?:el|la|los|las|tu|su|un|una)\\s[^.?!;:]{0,60}?\\s(?:ha|han)\\s+sido\\s+VERB',
    '(?<![\\p{L}])se\\s+(?:ha|han)\\s+VERB',
    '^(?:listo|hecho)?\\W*(?:correo|mensaje|respuesta|invitación|archivo|e-?mail)\\s+VERB\\s*[.!]*$',
  ],
  kinds: [
    {
      deeds: ['send'],
      verbs:
        '(?:enviad|mandad|reenviad|notificad|avisad|publicad|subid|reservad|comprad|pagad|transferid|pedid|reembolsad)[oa]s?',
    },
    {
      deeds: ['send'],
      verbs:
        'FIRST:envié|mandé|reenvié|notifiqué|avisé|publiqué|subí|reservé|compré|pagué|transferí|reembolsé',
    },
    { deeds: ['run', 'send'], verbs: '(?:instalad|desplegad|reiniciad|fusionad)[oa]s?' },
    { deeds: ['run', 'send'], verbs: 'FIRST:instalé|desplegué|reinicié|fusioné' },
    {
      deeds: ['run'],
      verbs: '(?:ejecutad|lanzad)[oa]s?',
      object: `pruebas?|tests?|scripts?|comandos?|build|migración|migraciones|programas?|${NAMED}`,
    },
    {
      deeds: ['run'],
      verbs: 'FIRST:ejecuté|lancé|corrí',
      object: `pruebas?|tests?|scripts?|comandos?|build|migración|migraciones|programas?|${NAMED}`,
    },
    {
      deeds: CHANGE,
      verbs:
        '(?:borrad|eliminad|renombrad|movid|archivad|descargad|cancelad|cerrad|marcad|cread|guardad|actualizad|modificad|añadid|agregad|corregid|reemplazad|programad|anotad)[oa]s?|escrito|escrita',
      object: `archivos?|ficheros?|carpetas?|directorios?|ramas?|repositorio|incidencias?|tickets?|calendario|agenda|citas?|eventos?|reuni(?:ón|ones)|recordatorios?|tareas?|entradas?|base de datos|configuración|ajustes?|etiquetas?|cuenta|contactos?|copia de seguridad|${NAMED}`,
    },
    {
      deeds: CHANGE,
      verbs:
        'FIRST:borré|eliminé|renombré|moví|archivé|descargué|cancelé|cerré|marqué|creé|guardé|actualicé|modifiqué|añadí|agregué|corregí|reemplacé|programé|escribí|anoté',
      object: `archivos?|ficheros?|carpetas?|directorios?|ramas?|repositorio|incidencias?|tickets?|calendario|agenda|citas?|eventos?|reuni(?:ón|ones)|recordatorios?|tareas?|entradas?|base de datos|configuración|ajustes?|etiquetas?|cuenta|contactos?|copia de seguridad|${NAMED}`,
    },
  ],
  notDone:
    'no|nunca|nada|ningun[oa]?|ningún|sin|si|cuando|antes|podría|puedo|debería|voy a|quieres|hasta que|aún no|todavía no',
  inWords:
    'borrador|ejemplo|abajo|arriba|aquí (?:está|tienes)|siguiente\\w*|según|ayer|pasad[oa]|por|hace|en \\d{4}|registro',
}

const word = (words: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${words})(?![\p{L}\p{N}_])`, 'iu')

type Compiled = {
  readonly deeds: readonly Deed[]
  readonly said: RegExp
  readonly object: RegExp | null
}

const compiled = [GERMAN, FRENCH, SPANISH].map(({ said, kinds, notDone, inWords }) => ({
  notDone: word(notDone),
  inWords: word(inWords),
  kinds: kinds.map(({ deeds, verbs, object }): Compiled => {
    const first = verbs.startsWith('FIRST:')
    const forms = `(?:${first ? verbs.slice('FIRST:'.length) : verbs})`
    const places = said
      .filter((place) => place.includes('FIRST') === first)
      .map((place) => place.replace(first ? 'FIRST' : 'VERB', forms))
    return {
      deeds,
      said: word(places.join('|')),
      object: object === undefined ? null : word(object),
    }
  }),
}))

/** What a sentence without quotes and code claims in one of these languages; null: nothing. */
export function claimedElsewhere(plain: string): readonly Deed[] | null {
  if (plain.length > LONGEST) return null
  for (const { kinds, notDone, inWords } of compiled) {
    const kind = kinds.find(
      ({ said, object }) => said.test(plain) && (object === null || object.test(plain)),
    )
    if (kind === undefined) continue
    return notDone.test(plain) || inWords.test(plain) ? null : kind.deeds
  }
  return null
}

/** Nobody says so much in one sentence, and the patterns look far ahead. */
const LONGEST = 600

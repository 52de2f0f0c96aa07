// What turns one document into another, fetches media and shows pages: options that name a program or
// let the document run one.
import { each, type Dangers } from './danger.ts'

export const DOCUMENTS: Dangers = {
  pandoc: [['opaque', null, /^(-F.*|-L.*|-d.*|--(filter|lua-filter|defaults|pdf-engine)(=.*)?)$/]],
  ...each('tex latex pdflatex xelatex lualatex pdftex xetex luatex lualatex-dev context tectonic', [
    ['opaque', null, /^--?(shell-escape|enable-write18|Z.*|lua=.*)$/],
  ]),
  latexmk: [
    [
      'opaque',
      null,
      /^-+(e|r|shell-escape|latex=.*|(pdf|xe|lua)?latex=.*|usepretex.*|latexoption.*)$/,
    ],
  ],
  ...each('asciidoctor asciidoctor-pdf', [['opaque', null, /^(-r.*|-I.*|-T.*|--require.*)$/]]),
  ...each('sphinx-build jekyll hugo mkdocs', [
    ['opaque', null, /^(-c|-D.*|-f|--plugins.*|--config.*|--themesDir.*|--config-file.*)$/],
  ]),
  ...each('gs ghostscript', [['opaque', null, /^-(dNOSAFER|dDELAYSAFER|c|f|-permit.*|I.*)$/]]),
  ...each('convert magick mogrify identify composite montage conjure', [
    [
      'opaque',
      / \S*(msl|ephemeral|mvg|label:@|caption:@|https?|url|ftp|epi?|ps|pdf|show|win|x):/i,
      null,
    ],
    ['opaque', / @\S/, null],
    ['opaque', null, /^-script$/],
  ]),
  ...each('aria2c', [['opaque', null, /^--(on-.*|conf-path.*)$/]]),
  ...each('yt-dlp youtube-dl', [
    [
      'opaque',
      null,
      /^--(exec.*|config.*|downloader.*|external-downloader.*|plugin-dirs.*|netrc-cmd.*|ffmpeg-location.*|use-postprocessor.*)$/,
    ],
  ]),
  // `+!` and `++!` are commands of theirs for each file.
  ...each('less more most view', [['opaque', / \+\+?\S*!/, null]]),
  ...each('soffice libreoffice loffice lowriter localc', [['opaque', / (macro|vnd\.\S+):/, null]]),
  // Unsafe requests may open pipes; an expression of exiftool is a text of perl.
  ...each('groff troff nroff pic', [['opaque', null, /^-(?!-)[a-zA-Z]*U/]]),
  exiftool: [['opaque', null, /^-(config|if\d*|api|@|userParam|execute)$|^-\S*[<=]\S*\$\{[^}]*;/i]],
  zathura: [['opaque', null, /^(-x|--synctex-editor-command|-c|--config-dir|--plugins-dir|-p)/]],
  man: [['opaque', null, /^(-P.*|-H.*|--pager.*|--html.*|-C.*|--config-file.*)$/]],
}

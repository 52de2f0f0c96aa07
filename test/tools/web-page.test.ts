import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageText } from '../../tools/web/page-text.ts'
import { tries } from '../soak.ts'

const base = 'https://site.test/dir/page'
const markdown = async (html: string): Promise<string> =>
  (await pageText(html, 'markdown', base)).text
const plain = async (html: string): Promise<string> => (await pageText(html, 'text', base)).text

describe('a page as markdown', () => {
  it.each([
    ['<h1>One</h1><h3>Three <em>x</em></h3>', '# One\n\n### Three *x*'],
    ['<p>a  b\n c</p><p>d</p>', 'a b c\n\nd'],
    ['<p>a<br>b</p>', 'a\nb'],
    ['<p><b>bold </b>and <i></i><strong><em>both</em></strong></p>', '**bold** and ***both***'],
    ['<p>use <code>npm test</code></p>', 'use `npm test`'],
    [
      '<a href="/x">link</a> <a href="y?z=1">two</a>',
      '[link](https://site.test/x) [two](https://site.test/dir/y?z=1)',
    ],
    [
      '<a href="javascript:alert(1)">js</a> <a href="#top">top</a> <a>bare</a> <a href="data:x">d</a>',
      'js top bare d',
    ],
    ['<a href="/a(b)"><h2>Card</h2></a>', '## [Card](https://site.test/a%28b%29)'],
    ['<img src="//track.test/p.gif"><img src=x alt="a  cat">', '[image: a cat]'],
    ['<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', '- a\n- b\n  - c\n- d'],
    ['<ol><li>a</li><li><p>b</p><p>c</p></li></ol>', '1. a\n2. b\n\n   c'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n\n> b'],
    ['<pre>  x\n    y &lt;z&gt;\n</pre>', '```\n  x\n    y <z>\n```'],
    ['<pre>```\nfence</pre>', '````\n```\nfence\n````'],
    [
      '<table><tr><th>A<th>B<tr><td>1|2<td><p>x</p><p>y</p></table>',
      '| A | B |\n| --- | --- |\n| 1\\|2 | x y |',
    ],
    [
      '<table><tr><td><h2>Layout</h2><p>text</p></td><td>side</td></tr></table>',
      '## Layout\n\ntext\n\nside',
    ],
    ['a<hr>b', 'a\n\n---\n\nb'],
    ['&amp;&lt;&euro;&#x41;&nbsp;x', '&<€A\u00a0x'],
    ['<p>un<b>closed', 'un**closed**'],
    ['', ''],
  ])('writes %j', async (html, text) => {
    expect(await markdown(html)).toBe(text)
  })

  it('leaves the marks out in plain text', async () => {
    expect(
      await plain(
        '<h2>T</h2><p><b>a</b> <a href=/x>b</a></p><ul><li>c<li>d</ul><table><tr><td>1<td>2</table>',
      ),
    ).toBe('T\n\na b\n\n- c\n- d\n\n1 | 2')
  })
})

describe('what a reader would not see', () => {
  it.each([
    '<script>BAD</script>',
    '<style>BAD</style>',
    '<noscript>BAD</noscript>',
    '<template>BAD</template>',
    '<svg><text>BAD</text></svg>',
    '<iframe>BAD</iframe>',
    '<nav>BAD</nav>',
    '<!-- BAD -->',
    '<p hidden>BAD</p>',
    '<div aria-hidden="true"><p>BAD</p></div>',
    '<span style="display : none">BAD</span>',
    '<span style="color:red; VISIBILITY: Hidden">BAD</span>',
    '<span style="opacity:0">BAD</span>',
    '<span style="opacity:0.0;x:y">BAD</span>',
    '<span style="font-size:0px">BAD</span>',
    '<div hidden><div><p>BAD</p></div>BAD</div>',
    '<textarea>BAD</textarea><select><option>BAD</select>',
    '<p title="BAD" data-x="BAD">',
  ])('is left out: %j', async (html) => {
    expect(await markdown(`before ${html} after`)).toMatch(/^before\s+after$/)
  })

  it('does not take the visible along', async () => {
    expect(
      await plain(
        '<span style="opacity:0.5">a</span> <span style="font-size:10px">b</span> <span style="display:block">c</span>',
      ),
    ).toBe('a b c')
  })
})

describe('the part of a page that is read', () => {
  const long = 'This is what the page is about. '.repeat(20)

  it.each<[string, string, string]>([
    [
      'article',
      `<header>top</header><main>menu<article>${long}</article></main><footer>end</footer>`,
      'article',
    ],
    ['main', `<header>top</header><main>${long}</main><footer>end</footer>`, 'main'],
    [
      'main of teasers',
      `top<main>${`<article>${long.slice(0, 100)}</article>`.repeat(10)}</main>`,
      'main',
    ],
    ['body', `<div>${long}</div>`, 'body'],
    ['body when main is empty', `<main></main><div>${long}</div>`, 'body'],
  ])('is the %s', async (_, html, from) => {
    const page = await pageText(html, 'text', base)
    expect([
      page.from,
      page.text.includes('This is what the page is about.'),
      /\btop\b|\bend\b/.test(page.text),
    ]).toEqual([from, true, false])
  })

  it('has its title', async () => {
    expect(
      await pageText(
        '<html><head><title> My &amp;\n Page </title><meta charset=utf-8></head><body>x<svg><title>no</title></svg>',
        'text',
        base,
      ),
    ).toEqual({ title: 'My & Page', text: 'x', from: 'body', cut: false })
  })
})

describe('a hostile page', () => {
  it.each<[string, string]>([
    ['deep', '<div>'.repeat(300_000)],
    ['deep and closed by strangers', '<b>'.repeat(500) + '</x>'.repeat(200_000)],
    ['many styles', '<b><i><a href=/>'.repeat(150) + '<p>x'.repeat(100_000)],
    ['brackets', '<'.repeat(500_000)],
    ['entities', '&'.repeat(500_000)],
    ['attributes', `<a ${'x=1 '.repeat(200_000)}>`],
    ['comments', '<!--'.repeat(200_000)],
    ['tables', `<table>${'<tr><td>x'.repeat(100_000)}`],
    ['nested tables', '<table><tr><td>'.repeat(100_000)],
    ['articles', '<article>x</article>'.repeat(50_000)],
    ['nested lists', `${'<ul><li>'.repeat(200)}${'<p>x'.repeat(50_000)}`],
    ['white space', ' '.repeat(1_000_000)],
    ['fences', `<pre>${'`'.repeat(3_000)}</pre>`],
  ])('of %s is got through', async (_, html) => {
    expect((await pageText(html, 'markdown', base)).text.length).toBeLessThan(10_000_000)
  })

  it('that is too deep is cut and says so', async () => {
    const page = await pageText(`before${'<div>'.repeat(600)}after`, 'text', base)
    expect([page.text, page.cut]).toEqual(['before', true])
  })

  it('of any sort never throws and never shows a script', async () => {
    const tag = fc.constantFrom(
      '<p>',
      '</p>',
      '<script>',
      'BAD</script>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<li>',
      '<ul>',
      '</ul>',
      '<a href=x>',
      '</a>',
      '<pre>',
      '</pre>',
      '<b>',
      '</b>',
      '<div hidden>',
      '</div>',
      '<article>',
      '</article>',
      '<h1>',
      '</h1>',
      'text',
      ' ',
      '<br>',
      '<title>',
      '<head>',
      '</head>',
      '<',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(tag, { maxLength: 40 }),
        fc.constantFrom('markdown' as const, 'text' as const),
        async (tags, mode) => {
          const page = await pageText(`<script>NEVER</script>${tags.join('')}`, mode, base)
          expect(page.text).not.toContain('NEVER')
          expect(page.text).toBe(page.text.trimEnd())
        },
      ),
      { numRuns: tries(1_000) },
    )
  })
})

import type { Message, Row } from './content.ts'

/** An email as plain text. */
export function renderText(message: Message): string {
  const { heading, greeting, paragraphs, code, details, sections, amounts, buttons, note, sender } =
    message
  const blocks = [
    heading,
    greeting,
    ...paragraphs,
    code,
    rows(details),
    ...sections.map((section) => `${section.heading}\n${rows(section.rows)}`),
    rows(amounts),
    buttons.map(({ label, url }) => `${label}:\n${url}`).join('\n\n'),
    note,
    ['-- ', sender.name, sender.address, sender.phone, sender.website, message.automatic]
      .filter((line) => line !== '')
      .join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

const rows = (rows: readonly Row[]): string => rows.flatMap(linesOf).join('\n')

const linesOf = ([label, value, quote, url]: Row): string[] => [
  ...(value === '' ? [] : [label === '' ? value : `${label}: ${value}`]),
  ...(quote ? [`${quote.label}:`, ...quote.lines.map((line) => `> ${line}`)] : []),
  ...(url === undefined ? [] : [url]),
]

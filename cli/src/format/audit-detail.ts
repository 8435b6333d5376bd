import type { Change } from '@silla/core/provisioning/plan'

/** The detail of an audit entry in one line: `jobId 17, task send-mail`; long lists are cut. */
export const auditDetail = (detail: object): string =>
  Object.entries(detail)
    .map(([name, fact]) => `${name} ${valueText(fact)}`)
    .join(', ')

function valueText(fact: unknown): string {
  if (Array.isArray(fact)) return listText(fact.map(valueText))
  if (typeof fact !== 'object' || fact === null) return String(fact ?? '') || '-'
  return isChange(fact) ? changeText(fact) : auditDetail(fact)
}

const listText = (facts: string[]): string =>
  facts.length > maxListItems
    ? `${facts.slice(0, maxListItems).join('; ')}; and ${facts.length - maxListItems} more`
    : facts.join('; ') || '-'

const maxListItems = 3

const isChange = (fact: object): fact is Change => 'area' in fact && 'kind' in fact

function changeText({ area, kind, name, fields }: Change): string {
  const changed = fields.length === 0 ? '' : `(${fields.map(({ field }) => field).join(', ')})`
  return [area, name, kind, changed].filter((part) => part !== '').join(' ')
}

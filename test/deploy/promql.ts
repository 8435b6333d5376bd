/** A metric in a PromQL expression, with the labels and literal values that it is matched by. */
export interface Selector {
  metric: string
  labels: { name: string; value: string | null }[]
}

/**
 * What an expression reads. Only what the alerts and the dashboard use is understood: no metrics
 * whose names are matched, no braces in values.
 */
export function readsOf(expression: string): { selectors: Selector[]; groupedBy: string[] } {
  const groupedBy: string[] = []
  const rest = expression
    .replaceAll(grouping, (_, names: string) => {
      groupedBy.push(...names.split(',').map((name) => name.trim()))
      return ' '
    })
    .replaceAll(/\[[^\]]*\]|\boffset\s+\w+/g, ' ')
  const selectors = [...rest.matchAll(selector)]
    .map(([, metric = '', matchers = '']) => ({ metric, labels: labelsOf(matchers) }))
    .filter(({ metric }) => !operators.has(metric))
  return { selectors, groupedBy: groupedBy.filter((name) => name !== '') }
}

const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g
/** A name that is not a function, with its matchers. */
const selector = /(?<![\w.$"])([a-zA-Z_:][\w:]*)\b(?!\s*\()(?:\{([^}]*)\})?/g
const operators = new Set(['and', 'or', 'unless', 'group_left', 'group_right'])

const labelsOf = (matchers: string): Selector['labels'] =>
  [...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
    ([, name = '', operator, value = '']) => ({
      name,
      value: operator === '=' || operator === '!=' ? value : null,
    }),
  )

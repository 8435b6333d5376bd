import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import type { SalonFileProblem } from '../salon-file-error.ts'

/** The keys of a place in the file: `['services', 'corte', 'price']`, `['closings', 0, 'day']`. */
export type Path = readonly (string | number)[]

export interface YamlDocument {
  /**
   * Plain data. Texts are trimmed and in NFC; known keys without a value (`offer_price:`) are
   * removed.
   */
  data: unknown
  /** Locates a problem: at the key with `at: 'key'`, otherwise at the value. */
  problem(path: Path, message: string, at?: 'key' | 'value'): SalonFileProblem
}

/**
 * Parses YAML 1.2 (core schema: `10:00` and `2030-12-25` are strings).
 * @param knownKeys the keys that may be without a value. Other keys without a value are kept, so
 *   that they are reported: `{ price: 18,50 }` is the price 18 and an empty key 50
 */
export function parseYaml(
  text: string,
  knownKeys: ReadonlySet<string>,
): { document: YamlDocument } | { problems: SalonFileProblem[] } {
  if (Buffer.byteLength(text) > maxFileBytes)
    return { problems: [firstPlace('the file is larger than 5 MB')] }
  const lines = new LineCounter()
  try {
    const parsed = parseDocument(text, {
      lineCounter: lines,
      version: '1.2',
      schema: 'core',
      prettyErrors: false,
    })
    const problems = syntaxProblems(parsed, lines)
    if (problems.length > 0) return { problems }
    return {
      document: {
        data: normalized(parsed.toJS({ maxAliasCount: -1 }), knownKeys),
        problem: problemLocator(parsed, lines),
      },
    }
  } catch (error) {
    if (error instanceof RangeError) return { problems: [firstPlace(tooDeep)] }
    throw error
  }
}

const maxFileBytes = 5 * 1024 * 1024
const maxNodes = 1_000_000

function firstPlace(message: string): SalonFileProblem {
  return { line: 1, column: 1, path: '', message }
}

function syntaxProblems(parsed: Document.Parsed, lines: LineCounter): SalonFileProblem[] {
  const found = [...parsed.errors, ...parsed.warnings]
  if (found.some(({ message }) => message.includes('call stack'))) return [firstPlace(tooDeep)]
  if (found.length > 0) {
    return found.map(({ code, message, pos }) => ({
      ...placeAt(lines, pos[0]),
      path: '',
      message: messages[code] ?? `not valid YAML: ${message}`,
    }))
  }
  if (parsed.directives.yaml.explicit && parsed.directives.yaml.version !== '1.2') {
    return [firstPlace('only YAML 1.2 is supported: remove the %YAML line')]
  }
  return aliasProblem(parsed, lines)
}

const tooDeep = 'the file is nested too deeply'
const messages: Partial<Record<string, string>> = {
  DUPLICATE_KEY: 'duplicate key',
  MULTIPLE_DOCS: 'a second YAML document starts here: a file may contain only one',
}

/**
 * Computes the size of the document with all aliases expanded, before expanding them: ten lines of
 * nested aliases can expand to a billion entries.
 */
function aliasProblem(parsed: Document.Parsed, lines: LineCounter): SalonFileProblem[] {
  const anchored = anchoredNodes(parsed)
  const sizes = new Map<Node, number>()
  const ancestors = new Set<unknown>()
  let problem: SalonFileProblem | undefined
  const sizeOf = (node: unknown): number => {
    if (isPair(node)) return sizeOf(node.key) + sizeOf(node.value)
    if (isAlias(node)) {
      const target = anchored.get(node)
      if (target !== undefined && !ancestors.has(target)) return sizeOf(target)
      const message =
        target === undefined
          ? `the alias *${node.source} has no anchor &${node.source} above it`
          : 'an alias cannot refer to an entry that contains it'
      problem ??= { ...placeAt(lines, node.range?.[0] ?? 0), path: '', message }
      return 1
    }
    if (!isCollection(node)) return 1
    const known = sizes.get(node)
    if (known !== undefined) return known
    ancestors.add(node)
    const size = node.items.reduce((sum: number, item) => sum + sizeOf(item), 1)
    ancestors.delete(node)
    sizes.set(node, size)
    return size
  }
  if (sizeOf(parsed.contents) > maxNodes)
    problem ??= firstPlace(`the file expands to more than ${maxNodes} entries`)
  return problem === undefined ? [] : [problem]
}

/** Maps each alias to the last anchor of its name above it. */
function anchoredNodes(parsed: Document.Parsed): Map<Alias, Node> {
  const byName = new Map<string, Node>()
  const anchored = new Map<Alias, Node>()
  visit(parsed, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor) byName.set(node.anchor, node)
        return
      }
      const target = byName.get(node.source)
      if (target !== undefined) anchored.set(node, target)
    },
  })
  return anchored
}

function normalized(data: unknown, knownKeys: ReadonlySet<string>): unknown {
  // an object that aliases refer to occurs in several places; it is visited once
  const visited = new Set<object>()
  const normalize = (value: unknown) => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return
    visited.add(value)
    const holder = value as Record<string, unknown>
    for (const [key, inner] of Object.entries(holder)) {
      const plain = typeof inner === 'string' ? inner.trim().normalize('NFC') : inner
      if (knownKeys.has(key) && (plain === null || plain === '')) delete holder[key]
      else if (plain !== inner) holder[key] = plain
      normalize(inner)
    }
  }
  normalize(data)
  return data
}

function problemLocator(parsed: Document.Parsed, lines: LineCounter): YamlDocument['problem'] {
  return (path, message, at = 'value') => {
    let node: Node | null | undefined = parsed.contents
    let key: unknown
    for (const step of path) {
      const holder: unknown = isAlias(node) ? node.resolve(parsed) : node
      const inner = stepInto(holder, step)
      if (inner === undefined) break
      key = inner.key
      node = inner.value
    }
    const target = at === 'key' && isScalar(key) ? key : node
    return { ...placeAt(lines, target?.range?.[0] ?? 0), path: formatPath(path), message }
  }
}

function stepInto(
  holder: unknown,
  step: string | number,
): { key: unknown; value: Node | null } | undefined {
  if (isMap(holder)) {
    const pair = holder.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
    return pair && { key: pair.key, value: pair.value as Node | null }
  }
  if (isSeq(holder)) {
    const item = holder.items[Number(step)]
    return item === undefined ? undefined : { key: undefined, value: item as Node }
  }
  return undefined
}

function placeAt(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

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

/**
 * The words that lead to a place in the file: `['services', 'corte', 'price']`, `['closings', 0,
 * 'day']`.
 */
export type Path = readonly (string | number)[]

export interface YamlDocument {
  /**
   * Plain data, texts trimmed and in NFC; a known word without a value (`offer_price:`) counts as
   * not written.
   */
  data: unknown
  /**
   * A problem at that place. With `at: 'key'` it points at the word itself, otherwise at its value.
   */
  problem(path: Path, message: string, at?: 'key' | 'value'): SalonFileProblem
}

/**
 * Reads YAML 1.2 (core schema: `10:00` and `2030-12-25` are text), or says what hinders it.
 * @param words the words that may stand there without a value; of any other an empty one is as
 *   wrong as a full one: `{ price: 18,50 }` is the price 18 and the empty word 50
 */
export function parseYaml(
  text: string,
  words: ReadonlySet<string>,
): { document: YamlDocument } | { problems: SalonFileProblem[] } {
  if (Buffer.byteLength(text) > largestFileBytes)
    return { problems: [firstPlace('a salon file has at most 5 MB')] }
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
        data: tidied(parsed.toJS({ maxAliasCount: -1 }), words),
        problem: placing(parsed, lines),
      },
    }
  } catch (error) {
    if (error instanceof RangeError) return { problems: [firstPlace(tooDeep)] }
    throw error
  }
}

const largestFileBytes = 5 * 1024 * 1024
const mostNodes = 1_000_000

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
      message: ownWords[code] ?? `not valid YAML: ${message}`,
    }))
  }
  if (parsed.directives.yaml.explicit && parsed.directives.yaml.version !== '1.2') {
    return [firstPlace('only YAML 1.2 is read: leave the %YAML line out')]
  }
  return aliasProblem(parsed, lines)
}

const tooDeep = 'the file is nested too deeply'
const ownWords: Partial<Record<string, string>> = {
  DUPLICATE_KEY: 'this word stands here twice',
  MULTIPLE_DOCS: 'a second document begins here; a file holds one salon',
}

/**
 * Aliases are followed on paper before they are followed in memory: ten lines of them can stand for
 * a billion entries.
 */
function aliasProblem(parsed: Document.Parsed, lines: LineCounter): SalonFileProblem[] {
  const anchored = anchoredNodes(parsed)
  const sizes = new Map<Node, number>()
  const open = new Set<unknown>()
  let problem: SalonFileProblem | undefined
  const sizeOf = (node: unknown): number => {
    if (isPair(node)) return sizeOf(node.key) + sizeOf(node.value)
    if (isAlias(node)) {
      const meant = anchored.get(node)
      if (meant !== undefined && !open.has(meant)) return sizeOf(meant)
      const message =
        meant === undefined
          ? `nothing above is anchored as &${node.source}`
          : 'an alias stands inside the text it repeats'
      problem ??= { ...placeAt(lines, node.range?.[0] ?? 0), path: '', message }
      return 1
    }
    if (!isCollection(node)) return 1
    const known = sizes.get(node)
    if (known !== undefined) return known
    open.add(node)
    const size = node.items.reduce((sum: number, item) => sum + sizeOf(item), 1)
    open.delete(node)
    sizes.set(node, size)
    return size
  }
  if (sizeOf(parsed.contents) > mostNodes)
    problem ??= firstPlace(`the file unfolds to more than ${mostNodes} entries`)
  return problem === undefined ? [] : [problem]
}

/** An alias means the last anchor of its name above it. */
function anchoredNodes(parsed: Document.Parsed): Map<Alias, Node> {
  const byName = new Map<string, Node>()
  const anchored = new Map<Alias, Node>()
  visit(parsed, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor) byName.set(node.anchor, node)
        return
      }
      const meant = byName.get(node.source)
      if (meant !== undefined) anchored.set(node, meant)
    },
  })
  return anchored
}

function tidied(data: unknown, words: ReadonlySet<string>): unknown {
  // aliases make parts of the data one object in several places; each is visited once
  const seen = new Set<object>()
  const tidy = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const holder = value as Record<string, unknown>
    for (const [key, inner] of Object.entries(holder)) {
      const plain = typeof inner === 'string' ? inner.trim().normalize('NFC') : inner
      if (words.has(key) && (plain === null || plain === '')) delete holder[key]
      else if (plain !== inner) holder[key] = plain
      tidy(inner)
    }
  }
  tidy(data)
  return data
}

function placing(parsed: Document.Parsed, lines: LineCounter): YamlDocument['problem'] {
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
    return { ...placeAt(lines, target?.range?.[0] ?? 0), path: spelled(path), message }
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

function spelled(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

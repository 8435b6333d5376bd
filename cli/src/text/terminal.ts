import { styleText } from 'node:util'
import { isDumbTerminal } from '../env.ts'

type Stream = NodeJS.WriteStream

/** Whether prompts and progress bars can be shown. */
export const isTerminal = (): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && !isDumbTerminal

/** The width of the terminal; null when stdout is not a terminal. */
export const terminalColumns = (): number | null =>
  process.stdout.isTTY ? process.stdout.columns : null

/** Colour only on a terminal, and never with NO_COLOR. */
const paint =
  (format: Parameters<typeof styleText>[0]) =>
  (text: string, stream: Stream = process.stdout): string =>
    styleText(format, text, { stream })

export const bold = paint('bold')
export const dim = paint('dim')
export const red = paint('red')
export const green = paint('green')
export const yellow = paint('yellow')
export const cyan = paint('cyan')

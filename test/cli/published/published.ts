import { referenceText } from './reference-text.ts'
import { surfaceText } from './surface-text.ts'

/** The files that are made from the commands, as they should be. */
export const published = (): { file: URL; text: string }[] => [
  { file: new URL('../../../docs/cli-surface.txt', import.meta.url), text: surfaceText() },
  { file: new URL('../../../docs/cli.md', import.meta.url), text: referenceText() },
]

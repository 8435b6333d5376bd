import { readFile } from 'node:fs/promises'

/** A file of the reference that is not a program: the same folder from `src` and from `dist`. */
export const readAsset = (name: string): Promise<string> =>
  readFile(new URL(`../../assets/reference/${name}`, import.meta.url), 'utf8')

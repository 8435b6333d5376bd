import { readFile } from 'node:fs/promises'

/** A file for browsers, or for their readers: the same folder from `src` and from `dist`. */
export const readAsset = (name: string): Promise<string> =>
  readFile(new URL(`../assets/${name}`, import.meta.url), 'utf8')

/**
 * A script of a page with `repairPage` before it, which gives elements of somebody else's page what
 * assistive technology needs.
 */
export async function readRepairs(name: string): Promise<string> {
  return (await Promise.all([readAsset('repair-page.js'), readAsset(name)])).join('\n')
}

/** `@simplewebauthn/browser`, which defines `SimpleWebAuthnBrowser`, as its package has it. */
export const readWebAuthn = (): Promise<string> =>
  readFile(new URL('../dist/bundle/index.umd.min.js', webAuthnModule()), 'utf8')

const webAuthnModule = (): string => import.meta.resolve('@simplewebauthn/browser')

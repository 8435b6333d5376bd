import { after } from 'node:test'

const endings: (() => Promise<unknown>)[] = []

/** Runs when the test file is done; what was opened last is closed first. */
export function atEnd(ending: () => Promise<unknown>): void {
  endings.unshift(ending)
}

// at the top of the module, so that it belongs to the file and not to the test that happened to open something
after(async () => {
  for (const ending of endings) await ending()
})

import { createHook } from 'node:async_hooks'

/** The async hook of node:test, which its first call enables. */
export interface AsyncHook {
  enable(): void
  disable(): void
}

/**
 * node:test follows every promise with an async hook, and a quarter of the CPU time of a test
 * process goes into that. It needs the hook while a file is loaded, to find the suite that a test
 * belongs to. While the tests run, it only finds the test that an uncaught error belongs to, and
 * `run-uncaught-errors.ts` does that too. To be called before node:test is.
 */
export function asyncHookOfNodeTest(): AsyncHook {
  const prototype = Object.getPrototypeOf(createHook({}))
  const { enable } = prototype
  let hook: AsyncHook | undefined
  prototype.enable = function enableAndKeep() {
    hook = this
    prototype.enable = enable
    return enable.call(this)
  }
  return { enable: () => hook?.enable(), disable: () => hook?.disable() }
}

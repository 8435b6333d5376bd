/**
 * Runs a transaction that can end in a result without writing: after `rollBack(result)` in its
 * callback it is rolled back, and the result is returned. An outcome is reported this way from any
 * depth, as by the statements that decide alone; errors stay for what ends the request.
 *
 * @param run starts the transaction and awaits it
 */
export async function withRollback<Result>(
  run: (rollBack: (result: Result) => never) => Promise<Result>,
): Promise<Result> {
  let rolledBack: RolledBack<Result> | undefined
  try {
    return await run((result) => {
      rolledBack = new RolledBack(result)
      throw rolledBack
    })
  } catch (error) {
    if (rolledBack !== undefined && error === rolledBack) return rolledBack.result
    throw error
  }
}

class RolledBack<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('the transaction is rolled back')
    this.result = result
  }
}

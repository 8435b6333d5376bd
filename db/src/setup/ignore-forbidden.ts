import postgres from 'postgres'

/** Waits for a step that the setup can do without where its login may not take it. */
export async function ignoreForbidden(step: PromiseLike<unknown>): Promise<void> {
  try {
    await step
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.code === '42501')) throw error
  }
}

import { commands } from './commands.ts'

/** All commands, loaded, by id: for help and unknown commands. */
export default Object.fromEntries(
  await Promise.all(
    Object.entries(commands).map(async ([id, load]) => [id, (await load()).default] as const),
  ),
)

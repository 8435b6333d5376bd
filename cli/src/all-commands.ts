import { commands } from './commands.ts'

/** All commands loaded, by id: where help is asked for, and where what was typed is no command. */
export default Object.fromEntries(
  await Promise.all(
    Object.entries(commands).map(async ([id, load]) => [id, (await load()).default] as const),
  ),
)

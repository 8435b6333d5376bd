const pageSize = 100

/**
 * All items of a list: the API sends at most a hundred at once.
 *
 * @param read one page of it
 */
export async function allItems<Item>(
  read: (query: { page: number; page_size: number }) => Promise<{ items: readonly Item[] }>,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page++) {
    const { items } = await read({ page, page_size: pageSize })
    all.push(...items)
    if (items.length < pageSize) return all
  }
}

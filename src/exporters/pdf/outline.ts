import type { PDFContext, PDFHexString, PDFRef } from 'pdf-lib'

/** A bookmark: its text, its depth from 1, and where it leads. */
export type Bookmark = Readonly<{ title: PDFHexString; level: number; page: PDFRef; y: number }>
type Node = Bookmark & Readonly<{ ref: PDFRef; children: Node[] }>

/**
 * The outline dictionary (ISO 32000-1, 12.3.3), which pdf-lib has no words for: a tree by level,
 * sections open and what is inside them closed.
 */
export function outlineOf(context: PDFContext, bookmarks: readonly Bookmark[]): PDFRef {
  const roots: Node[] = []
  const path: Node[] = []
  for (const bookmark of bookmarks) {
    const node = { ...bookmark, ref: context.nextRef(), children: [] }
    while ((path.at(-1)?.level ?? 0) >= bookmark.level) path.pop()
    const siblings = path.at(-1)?.children ?? roots
    siblings.push(node)
    path.push(node)
  }
  const root = context.nextRef()
  context.assign(root, context.obj({ Type: 'Outlines', ...ends(roots), Count: roots.length }))
  write(context, roots, root)
  return root
}

function write(context: PDFContext, nodes: readonly Node[], parent: PDFRef): void {
  for (const [at, { ref, title, page, y, children }] of nodes.entries()) {
    const before = nodes[at - 1]
    const after = nodes[at + 1]
    context.assign(
      ref,
      context.obj({
        Title: title,
        Parent: parent,
        Dest: [page, 'XYZ', 0, y, null],
        ...(before === undefined ? {} : { Prev: before.ref }),
        ...(after === undefined ? {} : { Next: after.ref }),
        ...(children.length === 0 ? {} : { ...ends(children), Count: -children.length }),
      }),
    )
    write(context, children, ref)
  }
}

const ends = (nodes: readonly Node[]) => {
  const [first, last] = [nodes[0], nodes.at(-1)]
  return first === undefined || last === undefined ? {} : { First: first.ref, Last: last.ref }
}

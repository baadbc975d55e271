import { defineTasks } from '../../threads/tasks.ts';
import type { FeaturedImage } from './draw.ts';

/** Drawing holds the event loop, and what is drawn lies outside of the heap until a collection: on a thread both stay small. */
export const drawingTasks = defineTasks(import.meta.url, {
  drawCard: async (image: FeaturedImage) => (await import('./draw.ts')).drawFeaturedImage(image),
});

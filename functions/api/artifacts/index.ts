import { groupHandler } from '../../http/group.ts';
import {
  compareExecutions,
  createFigureArchive,
  createUploads,
  downloadFiguresAsZip,
  downloadFile,
  getExecutionSnapshot,
  getFigureArchive,
  getFigureByPath,
  getFileLink,
} from './artifacts.ts';

export const handler = groupHandler({
  getFigureByPath,
  downloadFile,
  getFileLink,
  downloadFiguresAsZip,
  createFigureArchive,
  getFigureArchive,
  createUploads,
  getExecutionSnapshot,
  compareExecutions,
});

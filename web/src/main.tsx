import { createRoot } from 'react-dom/client';
// Mantine's styles first: ours follow and win.
import './styles/mantine.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/tables.css';
import { Desk } from './app/desk';

const root = document.getElementById('desk');
if (root) createRoot(root).render(<Desk />);
